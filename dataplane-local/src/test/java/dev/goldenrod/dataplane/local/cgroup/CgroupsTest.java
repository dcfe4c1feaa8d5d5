package dev.goldenrod.dataplane.local.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of control group files, in folders that imitate cgroup hierarchies. */
class CgroupsTest {
  private static final String OWNER = "owner";
  private static final String NAME = "database";
  private static final Resources HALF_A_CORE = new Resources(512, 0, 500);
  private static final String LIMIT = Long.toString((512 + 128 + 64) * (1L << 20));

  @TempDir Path temporary;
  private Path proc;
  private Path tree;

  @BeforeEach
  void make_folders() throws IOException {
    proc = Files.createDirectories(temporary.resolve("proc"));
    tree = Files.createDirectories(temporary.resolve("tree"));
    Files.createDirectories(proc.resolve("self"));
  }

  @Test
  void in_version_2_every_group_on_the_way_enables_what_it_is_to_limit() throws IOException {
    unifiedTree("/");
    prepare(tree.resolve("goldenrod/owner/database"), "memory.max", "memory.swap.max", "cpu.max");

    assertThat(confine()).isEmpty();

    assertThat(read("cgroup.subtree_control")).isEqualTo("+cpu");
    assertThat(read("goldenrod/cgroup.subtree_control")).isEqualTo("+cpu");
    assertThat(read("goldenrod/owner/cgroup.subtree_control")).isEqualTo("+cpu");
    assertThat(read("goldenrod/owner/database/memory.max")).isEqualTo(LIMIT);
    assertThat(read("goldenrod/owner/database/memory.swap.max")).isEqualTo("0");
    assertThat(read("goldenrod/owner/database/cpu.max")).isEqualTo("50000 100000");
  }

  @Test
  void in_version_1_each_controller_has_its_tree() throws IOException {
    Path memory = Files.createDirectories(tree.resolve("memory"));
    Path cpu = Files.createDirectories(tree.resolve("cpu,cpuacct"));
    mounts(line(memory, "/", "cgroup", "rw,memory"), line(cpu, "/", "cgroup", "rw,cpu,cpuacct"));
    memberships("4:memory:/", "1:cpu,cpuacct:/");
    prepare(memory.resolve("goldenrod/owner/database"), "memory.limit_in_bytes");
    prepare(cpu.resolve("goldenrod/owner/database"), "cpu.cfs_period_us", "cpu.cfs_quota_us");

    assertThat(confine()).isEmpty();

    assertThat(read("memory/goldenrod/owner/database/memory.limit_in_bytes")).isEqualTo(LIMIT);
    assertThat(read("cpu,cpuacct/goldenrod/owner/database/cpu.cfs_quota_us")).isEqualTo("50000");
    assertThat(read("cpu,cpuacct/goldenrod/owner/database/cpu.cfs_period_us")).isEqualTo("100000");
  }

  @Test
  void a_server_that_may_not_write_to_the_top_makes_groups_in_the_first_that_was_given_to_it()
      throws IOException {
    unifiedTree("/user.slice/app.scope");
    // A folder instead of the file makes the write fail, as in a group with processes.
    Files.delete(tree.resolve("cgroup.subtree_control"));
    Files.createDirectories(tree.resolve("cgroup.subtree_control"));
    Files.createDirectories(tree.resolve("user.slice/app.scope"));

    try (Cgroups groups = open()) {
      assertThat(groups.missing()).isEmpty();
      assertThat(groups.description())
          .isEqualTo("memory and cpu in " + tree.resolve("user.slice/goldenrod/owner"));
    }
  }

  @Test
  void in_a_container_that_shows_its_own_groups_only_those_are_used() throws IOException {
    mounts(line(tree, "/docker/x", "cgroup", "rw,memory"));
    memberships("4:memory:/docker/x/inner");
    Files.createDirectories(tree.resolve("inner"));

    assertThat(CgroupMounts.read(proc, "self").of(CgroupController.MEMORY).orElseThrow().lineage())
        .containsExactly(tree, tree.resolve("inner"));
  }

  @Test
  void groups_whose_names_the_mount_table_escapes_are_found() throws IOException {
    Path own = Files.createDirectories(tree.resolve("my groups/inner"));
    mounts(line(tree.resolve("my\\040groups"), "/app\\134x2d1.scope", "cgroup", "rw,memory"));
    memberships("4:memory:/app\\x2d1.scope/inner");

    assertThat(CgroupMounts.read(proc, "self").of(CgroupController.MEMORY).orElseThrow().lineage())
        .containsExactly(own.getParent(), own);
  }

  @Test
  void without_control_groups_the_database_runs_and_what_is_not_limited_is_named()
      throws IOException {
    mounts();
    memberships();

    assertThat(confine())
        .containsOnlyKeys(CgroupController.MEMORY, CgroupController.CPU)
        .containsEntry(
            CgroupController.MEMORY, "no cgroup hierarchy with the controller 'memory' is mounted");
  }

  @Test
  void a_limit_that_the_system_refuses_is_named_and_the_database_runs() throws IOException {
    unifiedTree("/");
    Files.createDirectories(tree.resolve("goldenrod/owner/database/memory.max"));

    assertThat(confine())
        .containsOnlyKeys(CgroupController.MEMORY, CgroupController.CPU)
        .allSatisfy(
            (controller, reason) ->
                assertThat(reason).doesNotContain("Exception", tree.toString()).isNotBlank());
  }

  @Test
  void who_has_no_limit_of_a_kind_is_not_told_that_it_is_missing() throws IOException {
    mounts();
    memberships();

    try (Cgroups groups = open()) {
      assertThat(groups.confine(NAME, new Resources(512, 0, 0), temporary, ProcessHandle.current()))
          .containsOnlyKeys(CgroupController.MEMORY);
    }
  }

  @Test
  void controllers_without_a_hierarchy_are_listed_with_the_reason() throws IOException {
    mounts();
    memberships();

    try (Cgroups groups = open()) {
      assertThat(groups.problems())
          .containsExactly(
              "memory: no cgroup hierarchy with the controller 'memory' is mounted",
              "cpu: no cgroup hierarchy with the controller 'cpu' is mounted");
    }
  }

  @Test
  void a_group_that_vanishes_while_it_is_read_counts_no_kills() throws IOException {
    unifiedTree("/");
    // As with the file of a group that was removed, the open succeeds and the read fails.
    Files.createDirectories(tree.resolve("goldenrod/owner/database/memory.events"));

    try (Cgroups groups = open()) {
      assertThat(groups.oomKills(NAME)).isZero();
    }
  }

  private Map<CgroupController, String> confine() {
    try (Cgroups groups = open()) {
      return groups.confine(NAME, HALF_A_CORE, temporary, ProcessHandle.current());
    }
  }

  private Cgroups open() {
    return Cgroups.open(OWNER, proc);
  }

  /** The file holds only the last enabled controller, unlike a real one. */
  private void unifiedTree(String own) throws IOException {
    mounts(line(tree, "/", "cgroup2", "rw"));
    memberships("0::" + own);
    Files.writeString(tree.resolve("cgroup.controllers"), "cpu memory pids");
    prepare(tree, "cgroup.subtree_control");
  }

  /** Creates the files that the kernel creates with a group. */
  private static void prepare(Path group, String... files) throws IOException {
    Files.createDirectories(group);
    for (String file : files) {
      Files.writeString(group.resolve(file), "");
    }
  }

  private void mounts(String... lines) throws IOException {
    Files.write(proc.resolve("self/mountinfo"), List.of(lines));
  }

  private void memberships(String... lines) throws IOException {
    Files.write(proc.resolve("self/cgroup"), List.of(lines));
  }

  private static String line(Path point, String root, String type, String options) {
    return "35 31 0:32 %s %s rw,relatime shared:9 - %s cgroup %s"
        .formatted(root, point, type, options);
  }

  private String read(String file) throws IOException {
    return Files.readString(tree.resolve(file));
  }
}
