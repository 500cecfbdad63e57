import toml
from toml import decoder


def test_the_new_name_is_there():
    assert toml.TomlCommentDecoder is decoder.TomlCommentDecoder


def test_the_old_name_is_gone():
    assert not hasattr(toml, "TomlPreserveCommentDecoder")
    assert not hasattr(decoder, "TomlPreserveCommentDecoder")


def test_comments_are_still_kept():
    text = "[test]\na = 1  # why\n"
    data = toml.loads(text, decoder=toml.TomlCommentDecoder())
    assert "# why" in toml.dumps(data, encoder=toml.TomlPreserveCommentEncoder())
