package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Creates directories as btrfs subvolumes and copies them as snapshots. */
final class BtrfsSnapshots implements CopyMethod {
  @Override
  public void probe(Path folder) throws IOException {
    String type = Files.getFileStore(folder).type();
    if (!type.equals("btrfs")) {
      throw new DataPlaneException("btrfs snapshots are not possible on " + type);
    }
    Path one = folder.resolve(".new-probe-" + UUID.randomUUID());
    Path other = folder.resolve(".new-probe-" + UUID.randomUUID());
    try {
      create(one);
      Tool.run(copying(one, other));
    } finally {
      delete(other);
      delete(one);
    }
  }

  @Override
  public void create(Path directory) {
    Tool.run("btrfs", "subvolume", "create", directory.toString());
  }

  @Override
  public List<String> copying(Path from, Path to) {
    return List.of("btrfs", "subvolume", "snapshot", from.toString(), to.toString());
  }

  @Override
  public void delete(Path directory) throws IOException {
    // Only root may delete subvolumes, unless mounted with user_subvol_rm_allowed; but an emptied
    // subvolume can be deleted like any directory.
    if (!Tool.tryRun("btrfs", "subvolume", "delete", directory.toString()).succeeded()) {
      FileTrees.delete(directory);
    }
  }

  @Override
  public String description() {
    return "btrfs subvolume snapshots";
  }
}
