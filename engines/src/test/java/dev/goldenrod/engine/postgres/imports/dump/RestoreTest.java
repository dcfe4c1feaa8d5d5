package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.imports.NoReport;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreTest {
  private static final List<TocEntry> CONTENTS =
      Stream.of(
              "7; 0 100 TABLE DATA public t owner",
              "8; 0 101 TABLE DATA public u owner",
              "9; 0 102 TABLE DATA public v owner")
          .flatMap(line -> TocEntry.parse(line).stream())
          .toList();

  private static final List<String> BOTH_FAIL =
      List.of(
          "pg_restore: pg_restore: from TOC entry 7; 0 100 TABLE DATA t owner",
          "from TOC entry 8; 0 101 TABLE DATA u owner",
          "pg_restore:pg_restore:  error: could not",
          "COPY failed for table \"t\": ERROR:  first",
          "pg_restore: warning: errors ignored on restore: 2");

  @TempDir private Path folder;
  private final Queue<List<String>> outputs = new ArrayDeque<>();

  /** The requested entries and the number of workers of each run. */
  private final List<String> runs = new ArrayList<>();

  @Test
  void all_that_workers_could_not_restore_is_tried_again_and_at_last_one_by_one() {
    outputs.add(BOTH_FAIL);
    outputs.add(BOTH_FAIL);
    outputs.add(
        List.of(
            "pg_restore: from TOC entry 8; 0 101 TABLE DATA u owner",
            "pg_restore: error: COPY failed for table \"u\": ERROR:  second",
            "pg_restore: warning: errors ignored on restore: 1"));
    Restore restore = restore();

    List<RestoreError> losses = restore.retryFailed(run(restore), service(), "data", 2, folder);

    assertThat(losses)
        .containsExactly(
            new RestoreError(CONTENTS.get(1), "COPY failed for table \"u\": ERROR:  second"));
    assertThat(runs).containsExactly("7;8;9; by 2", "7;8; by 2", "7;8; by 1");
  }

  @Test
  void a_restore_that_breaks_off_is_none() {
    outputs.add(
        List.of(
            "pg_restore: from TOC entry 7; 0 100 TABLE DATA t owner",
            "pg_restore: error: COPY failed for table \"t\": ERROR:  first",
            "pg_restore: error: a worker process died unexpectedly"));
    Restore restore = restore();

    assertThatThrownBy(() -> run(restore))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage(
            "pg_restore 15.1 ended before its work was done, with exit code 1:"
                + " a worker process died unexpectedly; see "
                + folder.resolve("pg_restore-data.log"));
  }

  private List<RestoreError> run(Restore restore) {
    return restore.run(service(), "data", 2, entry -> true, "tables loaded");
  }

  private Restore restore() {
    ClientTools tools = new ClientTools(15, "15.1", "/nonexistent", Optional::of);
    return new Restore(new ImportWork(new ScriptedTools(), tools, new NoReport(), 2), CONTENTS);
  }

  private LibpqService service() {
    return LibpqService.write(new ScriptedTools(), "target", Map.of(), "secret");
  }

  /** Prints the prepared output of each pg_restore run. */
  private final class ScriptedTools implements ToolRunner {
    @Override
    public int run(
        String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
      if (!name.equals("pg_restore-data.log")) {
        write(name, new byte[0]);
        return 0;
      }
      String jobs = command.stream().filter(word -> word.startsWith("--jobs=")).findFirst().get();
      runs.add(read("wanted.list").replace("\n", "") + jobs.replace("--jobs=", " by "));
      outputs.remove().forEach(line);
      return 1;
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
      throw new AssertionError("made " + name);
    }

    @Override
    public void remove(String name) {}

    private String read(String name) {
      try {
        return Files.readString(file(name));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
