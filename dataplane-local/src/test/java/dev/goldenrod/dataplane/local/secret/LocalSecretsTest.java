package dev.goldenrod.dataplane.local.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalSecretsTest {
  @TempDir Path dataDir;
  private LocalSecrets secrets;

  @BeforeEach
  void open() {
    secrets = new LocalSecrets(dataDir);
  }

  @Test
  void what_was_put_is_read() {
    secrets.put("shop.prod-1", "reader", "s3cret : \\ ü");

    assertThat(secrets.read("shop.prod-1")).isEqualTo(new SourceSecret("reader", "s3cret : \\ ü"));
  }

  @Test
  void a_second_put_replaces_the_first_wholly() {
    secrets.put("shop", "reader", "old");
    secrets.put("shop", null, "new");

    assertThat(secrets.read("shop")).isEqualTo(new SourceSecret(null, "new"));
  }

  @Test
  void nobody_else_can_read_it() throws Exception {
    secrets.put("shop", null, "s3cret");

    assertThat(mode("secrets")).isEqualTo("rwx------");
    assertThat(mode("secrets/shop")).isEqualTo("rwx------");
    assertThat(mode("secrets/shop/password")).isEqualTo("rw-------");
    try (var files = Files.list(dataDir.resolve("secrets/shop"))) {
      assertThat(files).containsExactly(dataDir.resolve("secrets/shop/password"));
    }
  }

  @Test
  void a_missing_secret_says_how_to_put_it() {
    assertThatThrownBy(() -> secrets.read("shop"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("secret 'shop'")
        .hasMessageContaining("./goldenrod secret put shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../shop", "a/b", "Shop", "a b"})
  void a_name_that_is_none_is_refused(String name) {
    assertThatThrownBy(() -> secrets.put(name, null, "s3cret"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("secret name '" + name + "'");
    assertThat(dataDir).isEmptyDirectory();
  }

  @Test
  void a_password_of_several_lines_is_refused_and_not_shown() {
    assertThatThrownBy(() -> secrets.put("shop", null, "one\ntwo"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("one line")
        .hasMessageNotContaining("two");
  }

  @Test
  void the_password_stands_in_no_text_form() {
    assertThat(new SourceSecret("reader", "s3cret").toString()).doesNotContain("s3cret");
  }

  private String mode(String path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir.resolve(path)));
  }
}
