package dev.goldenrod.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenrodTest {
  @TempDir private Path temporary;

  @AfterEach
  void purge() {
    LocalDataPlane.purge(temporary.resolve("data"));
  }

  @Test
  void a_folder_has_one_program_at_a_time_and_keeps_its_state() {
    Path folder = temporary.resolve("data");
    try (Goldenrod first = Goldenrod.open(folder)) {
      first.control().tokens().create(first.control().admin(), "ci", 0);
      assertThatThrownBy(() -> Goldenrod.open(folder))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining(folder.toString());
    }

    try (Goldenrod second = Goldenrod.open(folder)) {
      assertThat(second.control().tokens().list(second.control().admin()))
          .extracting(token -> token.name())
          .contains("ci");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.mongodb.client.MongoClient",
        "org.apache.commons.compress.archivers.ArchiveEntry",
        "org.bouncycastle.cert.X509v3CertificateBuilder",
        "org.mariadb.jdbc.Driver",
        "org.tukaani.xz.XZInputStream"
      })
  void what_only_some_programs_use_is_not_on_the_class_path(String name) {
    assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void a_feature_whose_library_is_missing_names_it() {
    LocalOptions options =
        LocalOptions.builder(temporary.resolve("data")).ownCertificates().build();

    assertThatThrownBy(() -> LocalDataPlane.open(options))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage(
            "certificates of databases require a library that this program lacks;"
                + " add org.bouncycastle:bcpkix-jdk18on to its dependencies");
  }

  @Test
  void a_folder_whose_store_cannot_be_read_is_released() throws IOException {
    Path folder = temporary.resolve("data");
    Goldenrod.open(folder).close();
    Path store = folder.resolve("store/goldenrod.mv.db");
    byte[] sound = Files.readAllBytes(store);
    Files.writeString(store, "no database");
    assertThatThrownBy(() -> Goldenrod.open(folder)).isInstanceOf(StoreException.class);

    Files.write(store, sound);
    Goldenrod goldenrod = Goldenrod.open(folder);
    goldenrod.close();
    goldenrod.close();
  }
}
