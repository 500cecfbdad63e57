import toml


def test_the_new_specification_version_is_there():
    assert toml._spec_ == "1.0.0"


def test_the_package_version_is_untouched():
    assert toml.__version__ == "0.10.2"
