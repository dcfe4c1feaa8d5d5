package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void create() throws IOException {
    file = Files.writeString(folder.resolve("a.jsa"), "classes");
  }

  @Test
  void an_archive_that_the_java_machine_rejects_is_deleted() throws IOException {
    age(ClassArchive.MINIMUM_AGE.plusMinutes(1));

    new ClassArchive(file.toFile(), false).deleteIfRejected();

    assertThat(file).doesNotExist();
  }

  @Test
  void a_new_archive_is_kept_so_that_not_each_command_creates_one() throws IOException {
    age(ClassArchive.MINIMUM_AGE.minusMinutes(10));

    new ClassArchive(file.toFile(), false).deleteIfRejected();

    assertThat(file).exists();
  }

  @Test
  void an_archive_in_use_is_kept() throws IOException {
    age(ClassArchive.MINIMUM_AGE.multipliedBy(1000));

    new ClassArchive(file.toFile(), true).deleteIfRejected();

    assertThat(file).exists();
  }

  @Test
  void without_an_archive_nothing_is_deleted() throws IOException {
    age(ClassArchive.MINIMUM_AGE.plusMinutes(1));

    new ClassArchive(folder.toFile(), false).deleteIfRejected();
    new ClassArchive(folder.resolve("missing").toFile(), false).deleteIfRejected();

    assertThat(file).exists();
  }

  private void age(Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }
}
