package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class OtherBuildsIT {
  @TempDir private Path folder;

  /** A unique name, so that no earlier run has created the golden. */
  private final String golden = "g" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void two_that_need_the_same_golden_make_it_once() throws IOException {
    Path made = folder.resolve("made");
    try (OtherBuild one = OtherBuild.start(golden, made, 1);
        OtherBuild other = OtherBuild.start(golden, made, 1)) {
      String first = one.jdbcUrl();
      String second = other.jdbcUrl();

      assertThat(first).isNotEqualTo(second);
      assertThat(isThere(first)).isTrue();
      assertThat(isThere(second)).isTrue();
    }
    assertThat(Files.readAllLines(made)).hasSize(1);
  }

  @Test
  void one_that_is_killed_leaves_no_clone() throws IOException {
    String clone;
    try (OtherBuild killed = OtherBuild.start(golden, folder.resolve("made"), 1)) {
      clone = killed.jdbcUrl();
      assertThat(isThere(clone)).isTrue();
    }

    Awaitility.await("its clone is gone")
        .atMost(Duration.ofMinutes(8))
        .until(() -> !isThere(clone));
  }

  @Test
  void nor_one_that_was_leased_ahead() throws IOException {
    try (OtherBuild killed = OtherBuild.start(golden, folder.resolve("made"), 2)) {
      killed.jdbcUrl();
      killed.jdbcUrl();
      Awaitility.await("a third is leased ahead")
          .atMost(Duration.ofMinutes(8))
          .until(() -> leased() == 3);
    }

    Awaitility.await("all are gone").atMost(Duration.ofMinutes(8)).until(() -> leased() == 0);
  }

  private long leased() throws IOException {
    Api api =
        new Api(
            URI.create(Files.readString(OtherBuild.FOLDER.resolve("address")).strip()),
            Files.readString(OtherBuild.FOLDER.resolve("data").resolve("admin-token")).strip());
    return api.send(client -> client.instances().list()).stream()
        .filter(clone -> clone.golden().startsWith(golden))
        .count();
  }

  private static boolean isThere(String url) {
    try (Connection connection = DriverManager.getConnection(url)) {
      return connection.isValid(5);
    } catch (SQLException refused) {
      return false;
    }
  }
}
