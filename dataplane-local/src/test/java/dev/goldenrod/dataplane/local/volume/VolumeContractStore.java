package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of all volume stores for a volume and its clones. */
abstract class VolumeContractStore extends VolumeStoreFixture {
  @Test
  void a_new_volume_is_the_servers_and_its_empty_data_directory_the_engines() throws IOException {
    Path path = volumes.create("new");
    Path data = path.resolve("data");
    assertThat(path).isEqualTo(volumes.path("new")).isDirectoryContaining("glob:**/data");
    assertThat(Files.getOwner(path)).isEqualTo(Files.getOwner(root.path()));
    assertThat(mode(path)).isEqualTo(runAs.isOtherUser() ? "rwx--x---" : "rwx------");
    assertThat(data).isEmptyDirectory();
    assertThat(mode(data)).isEqualTo("rwx------");
    assertThat(Files.getOwner(data).getName()).isEqualTo(runAs.userName());
    assertThat(volumes.exists("new")).isTrue();
    assertThat(volumes.list()).containsExactly("new");
    asEngine("touch", data.resolve("file").toString());
  }

  @Test
  void creating_what_exists_leaves_it_as_it_is() throws IOException {
    Files.writeString(volumes.create("one").resolve("data/file"), "kept");

    assertThat(volumes.create("one").resolve("data/file")).hasContent("kept");
  }

  @Test
  void a_clone_has_all_that_its_golden_has() throws IOException {
    Path golden = volumes.create("golden");
    asEngine("mkdir", "-m", "700", golden + "/data/base", golden + "/data/base/empty");
    asEngine(
        "sh",
        "-c",
        "echo rows > " + golden + "/data/base/1; ln -s 1 " + golden + "/data/base/link");
    volumes.freeze("golden");

    Path clone = volumes.clone("golden", "clone", runAs);

    assertThat(in("clone", "cat base/1")).isEqualTo("rows");
    assertThat(in("clone", "ls base/empty")).isEmpty();
    assertThat(in("clone", "readlink base/link")).isEqualTo("1");
    assertThat(in("clone", "stat -c %U . base base/1").lines()).containsOnly(runAs.userName());
    assertThat(Files.getOwner(clone)).isEqualTo(Files.getOwner(root.path()));
    in("clone", "touch base/2 postmaster.pid");
    assertThat(clone.resolve("data/postmaster.pid")).exists();
  }

  @Test
  void the_files_of_a_frozen_clone_are_those_that_its_engine_saw() throws IOException {
    Path golden = volumes.create("golden");
    asEngine(
        "sh",
        "-c",
        "cd %s/data; mkdir base gone again; for it in base/one base/two gone/one again/old; do echo old >$it; done"
            .formatted(golden));
    volumes.freeze("golden");
    volumes.clone("golden", "clone", runAs);
    in(
        "clone",
        "rm -r base/two gone again; mkdir again empty; echo new >again/new; echo >base/three");
    String seen = in("clone", "find . -mindepth 1 | sed 's/^..//' | LC_ALL=C sort");
    assertThatThrownBy(() -> volumes.files("clone")).hasMessageContaining("not frozen");

    volumes.freeze("clone");

    assertThat(String.join("\n", volumes.files("clone").keySet())).isEqualTo(seen);
    assertThat(volumes.files("clone").get("base/one")).hasContent("old");
    assertThat(volumes.files("clone").get("again/new")).hasContent("new");
    assertThat(volumes.files("clone").get("empty")).isEmptyDirectory();
  }

  @Test
  void a_write_in_one_clone_is_seen_in_no_other() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "one", runAs);
    volumes.clone("golden", "other", runAs);

    in("one", "echo one >file; echo one >added");
    in("other", "rm file");

    assertThat(in("one", "cat file added")).isEqualTo("one\none");
    assertThat(volumes.path("golden").resolve("data")).isDirectoryNotContaining("glob:**/added");
    assertThat(volumes.path("golden").resolve("data/file")).hasContent("golden");
    assertThat(in("other", "ls -A")).isEmpty();
    volumes.clone("golden", "third", runAs);
    assertThat(in("third", "cat file")).isEqualTo("golden");
  }

  @Test
  void a_file_that_the_server_writes_before_an_engine_runs_is_the_clones_alone()
      throws IOException {
    Path golden = volumes.create("golden").resolve("data");
    asEngine("sh", "-ec", "cd %s; mkdir -m 700 base; echo golden >base/file".formatted(golden));
    volumes.freeze("golden");
    volumes.clone("golden", "clone", runAs);

    Path file = volumes.writable("clone", "base/file");
    assertThat(file).hasContent("golden");
    Files.writeString(file, "changed");

    assertThat(volumes.writable("clone", "base/file")).isEqualTo(file).hasContent("changed");
    assertThat(in("clone", "cat base/file && stat -c %U base base/file"))
        .isEqualTo("changed" + (runAs.userName() + "\n").repeat(2).strip());
    volumes.clone("golden", "other", runAs);
    assertThat(in("other", "cat base/file")).isEqualTo("golden");
    assertThat(volumes.writable("clone", "base/missing")).doesNotExist();
    in("clone", "rm base/file");
    assertThat(Files.isRegularFile(volumes.writable("clone", "base/file"))).isFalse();
  }

  @Test
  void cloning_what_exists_leaves_it_as_it_is() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);
    in("clone", "echo changed >file");

    volumes.clone("golden", "clone", runAs);
    assertThat(in("clone", "cat file")).isEqualTo("changed");
  }

  @Test
  void a_clone_given_to_another_user_is_wholly_that_ones_after_a_restart_too() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);
    in("clone", "touch own");
    RunAs other =
        EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test")
            .numbered(5000);

    volumes.changeOwner("clone", other);
    restart();

    runAs = other;
    in("clone", "test -O . && test -O file && test -O own && echo more >>file");
    assertThat(volumes.path("golden").resolve("data/file")).hasContent("golden");
  }

  @Test
  void a_frozen_volume_lets_no_engine_start_in_it() throws IOException {
    golden("golden", "golden");
    volumes.freeze("golden");

    String pidFile = volumes.path("golden").resolve("data/postmaster.pid").toString();
    // If server and engines are the same user, the file system refuses nothing.
    assertThat(Tool.tryRun(runAs.command(List.of("touch", pidFile))).succeeded())
        .isEqualTo(!runAs.isOtherUser());
  }

  @Test
  void only_what_is_frozen_can_be_cloned_and_what_was_tried_leaves_nothing() throws IOException {
    volumes.create("warm");

    assertThatThrownBy(() -> volumes.clone("warm", "clone", runAs))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("'warm' is not frozen")
        .hasMessageContaining(volumes.description())
        .hasMessageMatching("(?s).*[0-9]+ bytes free.*");
    assertThat(volumes.list()).containsExactly("warm");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void a_clone_can_be_a_golden_in_its_turn() throws IOException {
    golden("grandparent", "1");
    volumes.clone("grandparent", "parent", runAs);
    in("parent", "echo 2 >parent");
    volumes.freeze("parent");
    volumes.clone("parent", "child", runAs);
    in("child", "echo 3 >child");

    volumes.remove("grandparent");
    volumes.remove("parent");
    restart();

    assertThat(in("child", "cat file parent child")).isEqualTo("12\n3");
    assertThat(volumes.list()).containsExactly("child");
  }

  @Test
  void twenty_threads_clone_at_once() throws Exception {
    golden("golden", "golden");
    ExecutorService threads = Executors.newFixedThreadPool(20);
    try {
      List<Callable<Path>> clones =
          IntStream.range(0, 40)
              .<Callable<Path>>mapToObj(
                  i -> () -> volumes.clone("golden", "clone-" + i % 20, runAs))
              .toList();
      for (Future<Path> clone : threads.invokeAll(clones)) {
        clone.get();
      }
      for (int i = 0; i < 20; i++) {
        assertThat(in("clone-" + i, "cat file")).isEqualTo("golden");
      }
    } finally {
      threads.shutdown();
    }
    assertThat(volumes.list()).hasSize(21);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void names_are_checked() {
    for (String name : List.of("", "..", "a/b", "Upper", ".hidden", "a b", "x".repeat(101))) {
      assertThatThrownBy(() -> volumes.create(name))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("'" + name + "' is not a valid volume name");
      assertThatThrownBy(() -> volumes.remove(name)).isInstanceOf(DataPlaneException.class);
    }
    assertThat(volumes.create("x".repeat(100))).exists();
  }
}
