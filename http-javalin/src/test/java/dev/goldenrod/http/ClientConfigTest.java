package dev.goldenrod.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
  private static ClientConfig config(String version) {
    return ClientConfig.ofImages("a", "o", "r")
        .withCliMinVersion(version)
        .withCliLatestVersion(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v0.0.0", "v1.20.300"})
  void versions_are_empty_or_releases(String version) {
    assertThat(config(version).cliMinVersion()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "v1.2", "v1.2.3-rc1", "v1.2.3+b", "v01.2.3", "v1.2.3\n", " "})
  void other_versions_are_refused(String version) {
    assertThatThrownBy(() -> config(version))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("v1.2.3");
  }

  @Test
  void images_are_not_empty() {
    assertThatThrownBy(() -> ClientConfig.ofImages("a", "", "r"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("operator image");
  }
}
