import toml
from toml import encoder


def test_the_new_name_is_there():
    assert toml.TomlSeparatorEncoder is encoder.TomlSeparatorEncoder


def test_the_old_name_is_gone():
    assert not hasattr(toml, "TomlArraySeparatorEncoder")
    assert not hasattr(encoder, "TomlArraySeparatorEncoder")


def test_the_separator_is_still_used():
    text = toml.dumps({"a": [1, 2]}, encoder=toml.TomlSeparatorEncoder(separator=",\t"))
    assert text == "a = [ 1,\t 2,\t]\n"
