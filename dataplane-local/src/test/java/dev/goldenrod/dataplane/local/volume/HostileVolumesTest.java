package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What the engine user can do to a server that is root. */
@EnabledIf("isRoot")
final class HostileVolumesTest {
  private final RunAs runAs = RunAs.detect();

  @TempDir Path temporary;
  private VolumeFixture fixture;
  private LocalRoot root;

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @BeforeEach
  void openRoot() {
    fixture = new VolumeFixture(new VolumeTestSetup("any", "host"), temporary, runAs);
    root = fixture.start();
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void an_image_that_is_not_the_servers_is_not_mounted() throws IOException {
    Path image = root.path().resolve("volumes.xfs");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(512L << 20);
    }
    Tool.run("mkfs.xfs", "-q", image.toString());
    runAs.chown(image);

    assertThatThrownBy(() -> VolumeStores.open(root, runAs, "xfs-image"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(image + " does not belong to the server");
    assertThat(Mounts.below(root.volumes())).isEmpty();
  }

  @Test
  void programs_on_mounted_volumes_give_nobody_another_user() throws IOException {
    for (String kind : List.of("xfs-image", "overlay")) {
      VolumeStore volumes = VolumeStores.open(root, runAs, kind);
      volumes.create("golden");
      volumes.freeze("golden");
      Path clone = volumes.clone("golden", "clone", runAs);

      assertThat(options(clone.resolve("data"))).contains("nosuid", "nodev", "noexec");

      volumes.purge();
      Files.deleteIfExists(root.path().resolve("volume-store"));
    }
  }

  @Test
  void a_link_in_the_place_of_the_record_shows_nothing_of_its_target() throws IOException {
    VolumeStores.open(root, runAs, "copy").create("one");
    Path secret = Files.writeString(temporary.resolve("secret"), "hunter2");
    Path record = root.path().resolve("volume-store");
    Files.delete(record);
    Files.createSymbolicLink(record, secret);

    assertThatThrownBy(() -> VolumeStores.open(root, runAs, null))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(record + " does not belong to the server")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void the_engines_user_can_put_nothing_beside_its_data() {
    VolumeStore volumes = VolumeStores.open(root, runAs, "copy");
    Path volume = volumes.create("one");
    for (Path folder : List.of(volume, root.path(), root.volumes(), root.imports())) {
      assertThat(asEngine("touch", folder.resolve("planted").toString())).isFalse();
      assertThat(asEngine("ls", folder.toString())).isFalse();
    }
    assertThat(asEngine("mv", volume.resolve("data").toString(), volume + "/other")).isFalse();
    assertThat(asEngine("touch", volume.resolve("data/own").toString())).isTrue();
  }

  @Test
  void a_golden_is_out_of_every_engines_reach() throws IOException {
    VolumeStore volumes = VolumeStores.open(root, runAs, "copy");
    Path data = volumes.create("golden").resolve("data");
    assertThat(asEngine("sh", "-c", "echo rows > " + data + "/file; chmod 666 " + data + "/file"))
        .isTrue();
    volumes.freeze("golden");

    assertThat(asEngine("cat", data.resolve("file").toString())).isFalse();
    assertThat(Files.getOwner(data.resolve("file"))).isEqualTo(Files.getOwner(root.path()));
  }

  @Test
  void a_clones_user_reaches_nothing_of_its_golden_but_through_its_own_files() throws IOException {
    VolumeStore volumes = VolumeStores.open(root, runAs, "xfs-image");
    Path golden = volumes.create("golden");
    Files.writeString(golden.resolve("data/file"), "rows");
    Path password = Files.writeString(golden.resolve("admin-password"), "hunter2");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    volumes.freeze("golden");
    Path clone = volumes.clone("golden", "clone", user(5000));
    Path other = volumes.clone("golden", "other", user(5001));

    assertThat(as(user(5000), "sh", "-c", "echo more >> " + clone + "/data/file")).isTrue();
    for (Path closed : List.of(golden, other)) {
      assertThat(as(user(5000), "cat", closed + "/data/file")).isFalse();
      assertThat(as(user(5000), "ls", closed + "/../private/lower")).isFalse();
    }
    assertThat(as(user(5000), "cat", clone + "/admin-password")).isFalse();
    assertThat(golden.resolve("data/file")).hasContent("rows");
    assertThat(other.resolve("data/file")).hasContent("rows");
    assertThat(Mounts.below(root.volumes()))
        .containsExactly(other.resolve("data"), clone.resolve("data"), root.volumes());
    volumes.purge();
  }

  @Test
  void a_mount_that_a_killed_tool_left_goes_at_the_next_start_and_takes_no_golden_along()
      throws IOException {
    VolumeStore volumes = VolumeStores.open(root, runAs, "xfs-image");
    Path golden = volumes.create("golden");
    Files.writeString(golden.resolve("data/file"), "rows");
    volumes.freeze("golden");
    Path clone = volumes.clone("golden", "clone", runAs);
    Path shown = clone.resolveSibling("private").resolve("lower");
    String layers = root.volumes().resolve(".layers").toString();
    Tool.run("mount", "--bind", layers, shown.toString());

    VolumeStore next = VolumeStores.open(root, runAs, null);
    next.remove("clone");

    assertThat(Mounts.below(root.volumes())).containsExactly(root.volumes());
    assertThat(golden.resolve("data/file")).hasContent("rows");
    next.purge();
  }

  /** A process alternates a directory and a link while the copy traverses it. */
  @Tag("slow")
  @Test
  void no_link_that_a_user_swaps_in_leads_a_copy_elsewhere() throws Exception {
    String swap =
        """
        chdir $ARGV[0]; mkdir 'way'; for (1 .. 200) { open my $file, '>', "way/$_" or die }
        symlink $ARGV[1], 'link' or die;
        my ($way, $link, $exchange) = ('way', 'link', { x86_64 => 316, aarch64 => 276 }->{$ARGV[2]});
        $| = 1; print "up\\n";
        for (;;) { syscall $exchange, -100, $way, -100, $link, 2; select undef, undef, undef, 0.005 }
        """;
    Path secrets = Files.createDirectory(temporary.resolve("secrets"));
    for (int name = 1; name <= 200; name++) {
      Files.writeString(secrets.resolve(Integer.toString(name)), "hunter2");
    }
    for (String kind : List.of("xfs-image", "overlay", "copy")) {
      VolumeStore volumes = VolumeStores.open(root, runAs, kind);
      volumes.create("golden");
      volumes.freeze("golden");
      Path data = volumes.clone("golden", "clone", user(5000)).resolve("data");
      Process hostile =
          new ProcessBuilder(
                  user(5000)
                      .command(
                          List.of(
                              "perl",
                              "-e",
                              swap,
                              data.toString(),
                              secrets.toString(),
                              Tool.run("uname", "-m"))))
              .start();
      try {
        assertThat(hostile.inputReader().readLine()).isEqualTo("up");
        for (int copy = 0; copy < 10; copy++) {
          copyOrFail(volumes, "copy" + copy);
        }
      } finally {
        hostile.destroyForcibly().waitFor();
      }
      assertThat(Tool.tryRun("grep", "-rlsF", "hunter2", root.volumes().toString()).output())
          .as(kind)
          .isEmpty();
      volumes.purge();
      Files.deleteIfExists(root.path().resolve("volume-store"));
    }
  }

  private static void copyOrFail(VolumeStore volumes, String name) {
    try {
      volumes.copy("clone", name);
    } catch (DataPlaneException e) {
      assertThat(e).hasMessageContaining("cp: ");
    }
  }

  @Test
  void a_data_directory_of_another_user_is_not_opened() {
    runAs.chown(temporary.resolve("data/local"));

    assertThatThrownBy(fixture::start)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("local does not belong to the server");
    Tool.run("chown", "root", temporary.resolve("data/local").toString());
  }

  private boolean asEngine(String... command) {
    return as(runAs, command);
  }

  private static boolean as(RunAs user, String... command) {
    return Tool.tryRun(user.command(List.of(command))).succeeded();
  }

  private RunAs user(int number) {
    return EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test")
        .numbered(number);
  }

  private static String options(Path path) {
    return Tool.run("findmnt", "-no", "OPTIONS", "-T", path.toString());
  }
}
