package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  private final ClassLoader own = Thread.currentThread().getContextClassLoader();

  @TempDir private Path first;
  @TempDir private Path second;

  @AfterEach
  void restore() {
    Thread.currentThread().setContextClassLoader(own);
  }

  @Test
  void of_two_files_of_one_path_the_one_counts_that_is_read() throws IOException {
    write(first, "first");
    write(second, "second");
    URL[] path = {first.toUri().toURL(), second.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      Thread.currentThread().setContextClassLoader(loader);

      assertThat(ClassPath.folder("sql").get("a.sql")).asString().isEqualTo("first");
      assertThat(ClassPath.read("sql/a.sql")).asString().isEqualTo("first");
    }
  }

  private static void write(Path root, String text) throws IOException {
    Files.createDirectory(root.resolve("sql"));
    Files.writeString(root.resolve("sql").resolve("a.sql"), text);
  }
}
