import toml
from toml import ordered


def test_round_trip():
    data = {"a": 1, "b": {"c": "text", "d": [1, 2, 3]}}
    assert toml.loads(toml.dumps(data)) == data


def test_strings_are_quoted():
    assert toml.dumps({"s": 'say "hi"'}) == 's = "say \\"hi\\""\n'


def test_ordered_encoder_keeps_the_order():
    text = toml.dumps({"z": 1, "a": 2}, encoder=ordered.TomlOrderedEncoder())
    assert text == "z = 1\na = 2\n"
