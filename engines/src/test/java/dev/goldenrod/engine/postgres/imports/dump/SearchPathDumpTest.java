package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.ToolRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathDumpTest {
  @TempDir private Path folder;

  @Test
  void a_load_that_begins_anew_replaces_the_copy_that_is_there() throws IOException {
    Path dump = Files.createDirectory(folder.resolve(Dump.FOLDER));
    Files.writeString(dump.resolve("toc.dat"), "contents");
    Files.writeString(dump.resolve("1.dat"), "rows");

    Path first = new SearchPathDump(new Programs()).make("public");
    Files.writeString(first.resolve("2.dat"), "left over");
    Path again = new SearchPathDump(new Programs()).make("public");

    assertThat(again).isEqualTo(first);
    assertThat(again.resolve("toc.dat")).hasContent("contents");
    assertThat(again.resolve("1.dat")).hasContent("rows");
    assertThat(again.resolve("2.dat")).doesNotExist();
  }

  /** Runs programs of this machine in the folder. */
  private final class Programs implements ToolRunner {
    @Override
    public int run(
        String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.inputReader()) {
          output.lines().forEach(line);
        }
        return process.waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Path file(String name) {
      return folder.resolve(name);
    }

    @Override
    public Path write(String name, byte[] content) {
      try {
        return Files.write(file(name), content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Path makeFolder(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void remove(String name) {
      throw new UnsupportedOperationException();
    }
  }
}
