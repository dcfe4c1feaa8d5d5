package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The ways to copy directories, each on some file systems only. */
enum CopyMethod {
  /** Creates directories as btrfs subvolumes and copies them as snapshots. */
  BTRFS_SNAPSHOTS("btrfs subvolume snapshots") {
    @Override
    void probe(Path folder) throws IOException {
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
    void create(Path directory) {
      Tool.run("btrfs", "subvolume", "create", directory.toString());
    }

    @Override
    List<String> copying(Path from, Path to) {
      return List.of("btrfs", "subvolume", "snapshot", from.toString(), to.toString());
    }

    @Override
    void delete(Path directory) {
      // Only root may delete subvolumes, unless mounted with user_subvol_rm_allowed; but an emptied
      // subvolume can be deleted like any directory.
      if (!Tool.tryRun("btrfs", "subvolume", "delete", directory.toString()).succeeded()) {
        super.delete(directory);
      }
    }
  },

  /** Copies files by sharing their blocks, which XFS, btrfs and APFS support. */
  REFLINKS("reflinks") {
    @Override
    void probe(Path folder) throws IOException {
      Path file = Files.createTempFile(folder, ".new-probe", "");
      Path copy = file.resolveSibling(file.getFileName() + "-copy");
      try {
        Files.write(file, new byte[4096]);
        Tool.run(copying(file, copy));
      } finally {
        Files.deleteIfExists(copy);
        Files.delete(file);
      }
    }

    @Override
    List<String> copying(Path from, Path to) {
      List<String> command = new ArrayList<>(List.of("cp"));
      boolean isMac = System.getProperty("os.name").startsWith("Mac");
      command.addAll(isMac ? List.of("-cpPR") : List.of("-a", "--reflink=always"));
      command.addAll(List.of(from.toString(), to.toString()));
      return command;
    }
  },

  PLAIN_COPIES("plain copies") {
    @Override
    void probe(Path folder) {}

    @Override
    List<String> copying(Path from, Path to) {
      return List.of("cp", "-a", from.toString(), to.toString());
    }
  };

  private final String description;

  CopyMethod(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** Fails if the method does not work in the folder. */
  abstract void probe(Path folder) throws IOException;

  void create(Path directory) throws IOException {
    Files.createDirectory(directory);
  }

  /** Returns the command that copies a directory made by {@link #create} or by this command. */
  abstract List<String> copying(Path from, Path to);

  void delete(Path directory) {
    FileTrees.delete(directory);
  }
}
