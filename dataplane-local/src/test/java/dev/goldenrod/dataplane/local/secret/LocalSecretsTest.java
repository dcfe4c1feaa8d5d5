package dev.goldenrod.dataplane.local.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
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
  void a_binding_is_kept_in_files_of_its_own_and_gone_when_the_secret_is_put_without_it() {
    SecretBinding binding = new SecretBinding("db.example", "shop");

    secrets.put("shop", new SourceSecret("reader", "s3cret", binding));

    assertThat(dataDir.resolve("secrets/shop/host")).hasContent("db.example");
    assertThat(dataDir.resolve("secrets/shop/dbname")).hasContent("shop");
    assertThat(secrets.read("shop").binding()).isEqualTo(binding);
    secrets.put("shop", "reader", "s3cret");
    assertThat(secrets.read("shop").binding()).isEqualTo(SecretBinding.NONE);
  }

  @Test
  void a_binding_fits_its_own_host_and_database_alone() {
    SecretBinding binding = new SecretBinding("db.example", "shop");

    assertThat(binding.allows(source("DB.Example", 5432, "shop"), "reader")).isTrue();
    assertThat(binding.allows(source("db.example.net", 5432, "shop"), "reader")).isFalse();
    assertThat(binding.allows(source("db.example", 5432, "Shop"), "reader")).isFalse();
    assertThat(SecretBinding.NONE.allows(source("any", 1, "thing"), "reader")).isTrue();
  }

  @Test
  void a_stored_password_fits_one_host_port_database_and_user_alone() throws Exception {
    secrets.store(source("db.example", 5432, "shop"), "s3cret");

    SecretBinding binding = secrets.read("shop").binding();
    assertThat(binding.allows(source("db.example", 5432, "shop"), "reader")).isTrue();
    assertThat(binding.allows(source("db2.example", 5432, "shop"), "reader")).isFalse();
    assertThat(binding.allows(source("db.example", 5433, "shop"), "reader")).isFalse();
    assertThat(binding.allows(source("db.example", 5432, "orders"), "reader")).isFalse();
    assertThat(binding.allows(source("db.example", 5432, "shop"), "admin")).isFalse();
    assertThat(Files.getPosixFilePermissions(dataDir.resolve("secrets/shop/password")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private static SourceConnection source(String host, int port, String dbname) {
    return new SourceConnection(host, port, dbname, "reader", "", "shop");
  }

  @Test
  void a_file_of_several_lines_is_no_password() throws Exception {
    secrets.put("shop", null, "s3cret");
    Files.writeString(dataDir.resolve("secrets/shop/password"), "s3cret\n*:*:*:*:more\n");

    assertThatThrownBy(() -> secrets.read("shop"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("shop/password must be a single non-empty line")
        .hasMessageNotContaining("s3cret");
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
        .hasMessageContaining("'goldenrod secret put shop");
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
        .hasMessageContaining("single non-empty line")
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
