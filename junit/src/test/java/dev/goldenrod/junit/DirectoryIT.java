package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryIT {
  @TempDir private Path folder;

  @Tag("slow")
  @Test
  void clones_have_what_the_stopped_server_had_and_leave_its_directory_alone()
      throws IOException, SQLException {
    Path data =
        StoppedPostgres.dataDirectory(
            folder, "create table books (title text); insert into books values ('Persuasion')");
    byte[] before = Files.readAllBytes(control(data));
    Goldenrod db = goldenOf(data);

    try (CloneLease one = db.launch("directory");
        CloneLease other = db.launch("directory")) {
      Books.addPersuasionAgain(one.dataSource());

      assertThat(Books.titles(one.dataSource())).hasSize(2);
      assertThat(Books.titles(other.dataSource())).containsExactly("Persuasion");
    }

    assertThat(Files.readAllBytes(control(data))).isEqualTo(before);
  }

  @Test
  void the_directory_of_a_server_that_runs_is_refused() throws IOException {
    Path data = StoppedPostgres.dataDirectory(folder, "create table books (title text)");
    Files.createFile(data.resolve("postmaster.pid"));
    Goldenrod db = goldenOf(data);

    assertThatThrownBy(() -> db.launch("directory"))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("postmaster.pid");
  }

  private static Path control(Path data) {
    return data.resolve("global").resolve("pg_control");
  }

  private static Goldenrod goldenOf(Path data) {
    return Goldenrod.embedded(Path.of("target", "goldenrod"), Duration.ofSeconds(3))
        .golden("directory", from -> from.directory(data))
        .warm(0);
  }
}
