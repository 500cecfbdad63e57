import toml
from toml import decoder, ordered


def test_the_new_name_is_there():
    assert toml.TomlBaseDecoder is decoder.TomlBaseDecoder


def test_the_old_name_is_gone():
    for module in (toml, decoder, ordered):
        assert not hasattr(module, "TomlDecoder")


def test_every_decoder_still_derives_from_it():
    assert issubclass(ordered.TomlOrderedDecoder, toml.TomlBaseDecoder)
    assert issubclass(decoder.TomlPreserveCommentDecoder, toml.TomlBaseDecoder)
    assert toml.loads("a = 1", decoder=toml.TomlBaseDecoder()) == {"a": 1}
