package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.util.List;

/**
 * A kind of volumes and the file system to try it on.
 *
 * @param fileSystem of a disk made for the test, or {@code host} for that of the temporary folder
 */
record Setting(String kind, String fileSystem) {
  /** All settings that this user can make. */
  static List<Setting> all() {
    if (RunAs.detect().isOtherUser()) {
      return List.of(
          new Setting("btrfs", "btrfs"),
          new Setting("reflink", "btrfs"),
          new Setting("reflink", "xfs"),
          new Setting("xfs-image", "ext4"),
          new Setting("overlay", "ext4"),
          new Setting("copy", "ext4"));
    }
    System.out.println(
        "testing plain copies only: btrfs, reflink, xfs-image and overlay need disks that root mounts");
    return List.of(new Setting("copy", "host"));
  }

  boolean hasOwnDisk() {
    return !fileSystem.equals("host");
  }

  @Override
  public String toString() {
    return kind + " on " + fileSystem;
  }
}
