package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.SortedMap;

/**
 * What a kind of store does to an entry, the directory of one volume. A frozen volume is one whose
 * topmost directory is not writable, and that is wholly the server's own: no engine enters it. Used
 * by one thread at a time for each entry.
 */
abstract class VolumeEntries {
  protected final VolumeContext context;
  protected final Path folder;
  protected final VolumeFolder entries;

  VolumeEntries(VolumeContext context) {
    this.context = context;
    this.folder = context.volumes();
    this.entries = new VolumeFolder(folder);
  }

  /** Makes the entry, which does not exist yet, an empty volume. */
  abstract void createEntry(Path entry) throws IOException;

  /**
   * Makes the entry, which does not exist yet, a copy of the golden.
   *
   * @param mib what it may take beyond that, if it can be limited; 0 for no limit
   */
  abstract void cloneEntry(Path golden, Path entry, int mib) throws IOException;

  /** Makes the entry, which does not exist yet, a copy of the volume, which is not frozen. */
  abstract void copyEntry(Path volume, Path entry) throws IOException;

  /** The directory of what is the volume's own, whose mode says whether it is frozen. */
  abstract Path content(Path entry) throws IOException;

  /** The directory that an engine uses, mounted if need be. */
  abstract Path attach(Path entry) throws IOException;

  /** The command that runs the given one where the entry's data directory is whole. */
  List<String> command(Path entry, List<String> command) throws IOException {
    return command;
  }

  /** The directories that together are the entry's data directory, the topmost first. */
  List<Path> shown(Path entry) throws IOException {
    return List.of(attach(entry).resolve(VolumeStore.DATA));
  }

  /** Takes note that the entry's database serves for the first time. */
  Path served(Path entry) throws IOException {
    return entry;
  }

  /** Takes the entry's mount away, if it has one. */
  abstract void detach(Path entry) throws IOException;

  /** Waits until the entry, which has its name, and what it alone needs are on the disk. */
  void forceEntry(Path entry) throws IOException {
    FileTree.sync(entry);
  }

  /** Gives the entry another name. */
  Path moveEntry(Path entry, Path to) throws IOException {
    return Files.move(entry, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes the entry, which may be half made, and all that it alone needs. */
  abstract void deleteEntry(Path entry) throws IOException;

  final boolean isFrozen(Path entry) throws IOException {
    return !Files.getPosixFilePermissions(content(entry)).contains(PosixFilePermission.OWNER_WRITE);
  }

  /** Only the volume's own files change hands: those of its golden below are seen as the user's. */
  final Path give(Path entry, RunAs user) throws IOException {
    detach(entry);
    Path data = content(entry).resolve(VolumeStore.DATA);
    if (FileTrees.isEmpty(data)) {
      user.chown(data);
    } else {
      user.chownTree(data);
    }
    user.letPass(content(entry));
    return attach(entry);
  }

  /** What is in the data directory of an entry that no process changes. */
  final SortedMap<String, Path> frozenFiles(Path entry) throws IOException {
    if (!isFrozen(entry)) {
      throw new DataPlaneException(entry + " is not frozen");
    }
    attach(entry);
    return LayeredTree.files(shown(entry));
  }

  final Path freezeEntry(Path entry) throws IOException {
    if (!isFrozen(entry)) {
      detach(entry);
      context.runAs().disown(content(entry));
      FileTree.sync(content(entry));
      Files.setPosixFilePermissions(content(entry), FileTree.FROZEN);
    }
    DurableFile.force(content(entry));
    return entry;
  }

  final Path discard(Path entry) throws IOException {
    Path trash = entries.trash(entry);
    deleteEntry(trash);
    return trash;
  }
}
