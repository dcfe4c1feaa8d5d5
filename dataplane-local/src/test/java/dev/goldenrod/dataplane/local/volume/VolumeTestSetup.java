package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.util.List;

/**
 * A kind of volumes and a file system to test it on.
 *
 * @param fileSystem the type of a disk made for the test, or {@code host} for the temporary folder
 */
public record VolumeTestSetup(String kind, String fileSystem) {
  private static final String ROOTLESS = "rootless-overlay";

  /** Returns all settings that this user can create. */
  static List<VolumeTestSetup> all() {
    if (RunAs.detect().isOtherUser()) {
      return List.of(
          new VolumeTestSetup("btrfs", "btrfs"),
          new VolumeTestSetup("reflink", "btrfs"),
          new VolumeTestSetup("reflink", "xfs"),
          new VolumeTestSetup("xfs-image", "ext4"),
          new VolumeTestSetup("overlay", "ext4"),
          new VolumeTestSetup(ROOTLESS, "ext4"),
          new VolumeTestSetup(ROOTLESS, "xfs"),
          new VolumeTestSetup("copy", "ext4"));
    }
    System.out.println(
        "testing rootless overlays and plain copies only: the others need disks that root mounts");
    return List.of(new VolumeTestSetup(ROOTLESS, "host"), new VolumeTestSetup("copy", "host"));
  }

  /** Returns one setting per way to copy without copying blocks: file system, layers, rootless. */
  static List<VolumeTestSetup> usual() {
    return all().stream().filter(VolumeTestSetup::isUsual).toList();
  }

  static List<VolumeTestSetup> further() {
    return all().stream().filter(setting -> !setting.isUsual()).toList();
  }

  private boolean isUsual() {
    return switch (toString()) {
      case "reflink on xfs", "overlay on ext4", ROOTLESS + " on ext4", ROOTLESS + " on host" ->
          true;
      default -> false;
    };
  }

  /** Returns the settings on which PostgreSQL can run, which refuses to run as root. */
  public static List<VolumeTestSetup> forPostgres() {
    return all().stream()
        .filter(setting -> !setting.kind().equals(ROOTLESS) || !RunAs.detect().isOtherUser())
        .toList();
  }

  RunAs user() {
    return kind.equals(ROOTLESS) ? RunAs.server() : RunAs.detect();
  }

  public boolean hasOwnDisk() {
    return !fileSystem.equals("host");
  }

  @Override
  public String toString() {
    return kind + " on " + fileSystem;
  }
}
