import toml


def test_the_new_version_is_there():
    assert toml.__version__ == "0.10.3"


def test_the_specification_version_is_untouched():
    assert toml._spec_ == "0.5.0"
