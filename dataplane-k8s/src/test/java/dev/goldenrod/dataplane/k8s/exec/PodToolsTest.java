package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class PodToolsTest extends PodFixture {
  private final PodTools tools = pod.tools(() -> false);
  private final List<String> lines = new ArrayList<>();

  @Test
  void a_written_file_is_in_memory_and_its_owners_alone() {
    Path file = tools.write("secret.txt", "größer\n".getBytes(StandardCharsets.UTF_8));

    assertThat(file).isEqualTo(tools.file("secret.txt"));
    assertThat(pod.output(List.of("cat", file.toString()))).isEqualTo("größer");
    assertThat(pod.output(List.of("stat", "-L", "-c", "%a %u", file.toString())))
        .isEqualTo("600 999");
    assertThat(pod.output(List.of("readlink", file.toString())))
        .isEqualTo(PodLayout.PRIVATE.resolve("secret.txt").toString());

    tools.write("secret.txt", NOTHING);
    assertThat(pod.output(List.of("cat", file.toString()))).isEmpty();

    tools.remove("secret.txt");
    assertThat(pod.output(List.of("ls", PodLayout.PRIVATE.toString()))).doesNotContain("secret");
    tools.remove("secret.txt");
  }

  @Test
  void a_folder_is_where_its_name_says() {
    Path folder = tools.makeFolder("dump");

    assertThat(folder).isEqualTo(tools.file("dump"));
    assertThat(pod.output(List.of("stat", "-c", "%a %F", folder.toString())))
        .endsWith("700 directory");
    tools.remove("dump");
  }

  /** A call whose answer was lost is made again. */
  @Test
  void a_folder_that_exists_already_is_kept() {
    Path folder = tools.makeFolder("kept");

    assertThat(tools.makeFolder("kept")).isEqualTo(folder);

    tools.remove("kept");
  }

  @Test
  void parts_of_many_files_are_read_at_once() {
    Path folder = tools.makeFolder("pieces");
    String files = "cd \"$1\"; printf abcdef > a; mkdir b; printf 12 > b/1; printf 345 > b/2";
    pod.output(List.of("sh", "-c", files, "sh", folder.toString()));
    PodFiles.Range first = new PodFiles.Range("a", 4, 2);
    PodFiles.Range whole = new PodFiles.Range("b/1", 0, 2);

    assertThat(read(folder, first)).isEqualTo("ef");
    assertThat(read(folder, first, whole)).isEqualTo("ef12");
    assertThat(read(folder, first, whole, whole, new PodFiles.Range("b/2", 0, 1)))
        .isEqualTo("ef12123");
    assertThatThrownBy(() -> read(folder, first, new PodFiles.Range("gone", 0, 1), whole))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("gone");
  }

  private static String read(Path folder, PodFiles.Range... ranges) {
    byte[] read = pod.files(() -> false).readAll(folder, List.of(ranges));
    return new String(read, StandardCharsets.UTF_8);
  }

  @Test
  void a_tool_has_its_environment_and_its_lines_in_order() {
    int exitCode =
        tools.run(
            "name",
            List.of("sh", "-c", "echo $WORD; echo wrong >&2; pwd; exit 5"),
            Map.of("WORD", "two words"),
            lines::add);

    assertThat(exitCode).isEqualTo(5);
    assertThat(lines).containsExactly("two words", "wrong", PodLayout.SCRATCH.toString());
  }

  @Test
  void a_tool_that_is_not_wanted_any_more_ends_in_the_pod_too() {
    AtomicBoolean stopped = new AtomicBoolean();

    assertThatThrownBy(
            () ->
                pod.tools(stopped::get)
                    .run(
                        "name",
                        List.of("sh", "-c", "echo begun; exec sleep 601"),
                        Map.of(),
                        line -> stopped.set(true)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the work was stopped");

    assertThat(commandLines()).noneMatch(line -> line.contains("601"));
  }

  @Test
  void work_that_is_not_wanted_any_more_writes_nothing_and_cleans_up() {
    pod.tools(() -> false).write("kept", new byte[] {1});
    PodTools cancelled = pod.tools(() -> true);

    assertThatThrownBy(() -> cancelled.write("late", new byte[] {1}))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the work was stopped");
    cancelled.remove("kept");

    assertThat(pod.output(List.of("ls", PodLayout.PRIVATE.toString()))).doesNotContain("kept");
  }

  @Test
  void what_an_interrupted_process_left_is_ended() {
    pod.output(List.of("sh", "-c", "sleep 602 > /dev/null 2>&1 & echo begun"));
    assertThat(commandLines()).anyMatch(line -> line.contains("602"));

    tools.endAll();

    assertThat(commandLines()).noneMatch(line -> line.contains("602"));
    assertThat(pod.output(List.of("echo", "the pod lives"))).isEqualTo("the pod lives");
  }

  @Test
  void a_database_is_made_in_the_pod() {
    pod.output(List.of("rm", "-rf", PodLayout.DATA.toString()));

    DatabaseInfo info =
        new PostgresEngine().initialise(pod.preparation("15", new Kept(), () -> false));

    assertThat(info.release()).isEqualTo("15");
    assertThat(pod.output(List.of("cat", PodLayout.DATA.resolve("PG_VERSION").toString())))
        .isEqualTo("15");
    assertThat(commandLines()).noneMatch(line -> line.contains("postgres"));
  }

  @Test
  void a_server_that_does_not_start_tells_why_and_leaves_nothing_running() {
    DataDirectoryContext cluster = pod.preparation("15", new Kept(), () -> false);
    pod.output(
        List.of("sh", "-c", "rm -rf \"$0\"; mkdir -m 0700 \"$0\"", PodLayout.DATA.toString()));
    DatabaseInfo info = new DatabaseInfo("postgresql", "15", "app", "goldenrod", Map.of());

    assertThatThrownBy(() -> cluster.servers().start(info, new PostgresEngine()::server))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("did not start in pod " + pod.name())
        .hasMessageContaining("is not a valid data directory");

    assertThat(commandLines()).noneMatch(line -> line.contains("postgres"));
  }

  private static final class Kept implements PrivateFiles {
    private final Map<String, String> files = new HashMap<>();

    @Override
    public Optional<String> read(String name) {
      return Optional.ofNullable(files.get(name));
    }

    @Override
    public void write(String name, String text) {
      files.put(name, text);
    }

    @Override
    public String createIfMissing(String name, String text) {
      return files.computeIfAbsent(name, missing -> text);
    }

    @Override
    public void rename(String from, String text, String to) {
      if (files.remove(from, text)) {
        files.put(to, text);
      }
    }

    @Override
    public void remove(String name) {
      files.remove(name);
    }
  }
}
