package dev.goldenrod.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationBackupsTest {
  @TempDir private Path folder;

  @Test
  void the_newest_three_backups_of_before_migrations_are_kept_and_all_others() throws IOException {
    try (DataDirectory directory = DataDirectory.lock(folder.resolve("data"));
        JdbiStore store = JdbiStore.h2(directory.store())) {
      Path backups = directory.backups();
      for (String old :
          List.of(
              "before-0.9-20250101T000000.000Z",
              "before-0.10-20250102T000000.000Z",
              "before-0.11-20250103T000000.000Z",
              "before-1.0-20250104T000000.000Z.unfinished-7",
              "before-the-move",
              "mine")) {
        Files.createDirectories(backups.resolve(old));
      }

      new MigrationBackups(directory, "1.0").accept(store);

      try (Stream<Path> left = Files.list(backups)) {
        assertThat(
                left.map(one -> one.getFileName().toString())
                    .filter(name -> !name.startsWith("before-1.0-")))
            .containsExactlyInAnyOrder(
                "before-0.10-20250102T000000.000Z",
                "before-0.11-20250103T000000.000Z",
                "before-the-move",
                "mine");
      }
    }
  }
}
