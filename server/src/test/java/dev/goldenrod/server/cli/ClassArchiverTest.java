package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiverTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir private Path root;
  private Path jar;
  private Path archive;
  private Path folder;

  @BeforeEach
  void list_classes() throws IOException {
    jar = root.resolve("a.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new JarEntry("empty"));
    }
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minus(LONG)));
    archive = root.resolve("a-17.0.1.jsa");
    folder = Files.createDirectory(root.resolve("a-17.0.1.jsa.123"));
    Files.writeString(folder.resolve("list"), "java/lang/Object\njava/lang/String\njava/la");
  }

  @Test
  void creates_an_archive_that_java_accepts_and_leaves_nothing_else() throws Exception {
    create();

    assertThat(contents()).containsExactlyInAnyOrder(jar, archive);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process started =
        new ProcessBuilder(
                List.of(java, "-Xshare:on", "-XX:SharedArchiveFile=" + archive, "-version"))
            .redirectErrorStream(true)
            .start();
    String printed = new String(started.getInputStream().readAllBytes());
    assertThat(started.waitFor()).as(printed).isZero();
  }

  @Test
  void an_archive_that_another_server_creates_is_left_to_it() throws Exception {
    Path lock = root.resolve("a-17.0.1.lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      create();
    }

    assertThat(contents()).containsExactlyInAnyOrder(jar, lock);
  }

  @Test
  void an_archive_whose_server_was_killed_is_created_by_the_next_one() throws Exception {
    Files.createFile(root.resolve("a-17.0.1.lock"));

    create();

    assertThat(Files.size(archive)).isGreaterThan(1000);
    assertThat(contents()).containsExactlyInAnyOrder(jar, archive);
  }

  @Test
  void no_archive_file_exists_before_it_is_complete() throws Exception {
    try (ClassArchiver archiver = ClassArchiver.start(folder, jar, Duration.ZERO)) {
      assertThat(archiver).isNotNull();
      await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("classes")));
      assertThat(Files.exists(archive) && Files.size(archive) == 0).isFalse();
    }
  }

  @Test
  void the_archive_of_an_older_jar_is_replaced() throws Exception {
    Files.writeString(archive, "old");
    Files.setLastModifiedTime(archive, FileTime.from(Instant.now().minus(LONG.multipliedBy(2))));

    create();

    assertThat(Files.size(archive)).isGreaterThan(1000);
  }

  @Test
  void an_empty_file_remains_if_java_cannot_create_an_archive() throws Exception {
    Files.writeString(folder.resolve("list"), "@no-such-word\n");

    create();

    assertThat(archive).isEmptyFile();
    assertThat(contents()).containsExactlyInAnyOrder(jar, archive);
  }

  @Test
  void a_stop_before_or_during_the_creation_leaves_nothing() throws Exception {
    ClassArchiver.start(folder, jar, LONG).close();
    assertThat(contents()).containsExactly(jar);

    list_classes();
    ClassArchiver archiver = ClassArchiver.start(folder, jar, Duration.ZERO);
    await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("classes")));
    archiver.close();
    assertThat(folder).doesNotExist();
    assertThat(!Files.exists(archive) || Files.size(archive) > 0).isTrue();
  }

  private void create() {
    try (ClassArchiver archiver = ClassArchiver.start(folder, jar, Duration.ZERO)) {
      assertThat(archiver).isNotNull();
      await().atMost(PATIENCE).until(() -> !Files.exists(folder));
    }
  }

  private List<Path> contents() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.toList();
    }
  }
}
