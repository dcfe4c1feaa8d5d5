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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * The operations of a store on an entry, the directory of one volume. The topmost directory of a
 * frozen volume is read-only and owned by the server's user, so that no engine can enter it.
 * Callers serialize operations on the same entry.
 */
abstract class VolumeEntries {
  private static final Set<PosixFilePermission> FROZEN =
      PosixFilePermissions.fromString("r-x------");

  protected final VolumeContext context;
  protected final Path folder;
  protected final VolumeFolder entries;

  VolumeEntries(VolumeContext context) {
    this.context = context;
    this.folder = context.volumes();
    this.entries = new VolumeFolder(folder);
  }

  abstract void createEntry(Path entry) throws IOException;

  /**
   * Clones the golden.
   *
   * @param mib the limit of its own data in MiB, if supported; 0 for none
   */
  abstract void cloneEntry(Path golden, Path entry, int mib) throws IOException;

  /**
   * Copies a volume that is not frozen.
   *
   * @param standstill see {@link VolumeStore#copy(String, String, Consumer)}
   */
  abstract void copyEntry(Path volume, Path entry, Consumer<Runnable> standstill)
      throws IOException;

  /** Returns the directory with the volume's own data; its mode tells whether it is frozen. */
  abstract Path content(Path entry) throws IOException;

  /** Returns the directory for engines, mounted if necessary. */
  abstract Path attach(Path entry) throws IOException;

  /** Wraps the command; see {@link VolumeStore#command(String, List, List)}. */
  List<String> command(Path entry, List<String> files, List<String> command) throws IOException {
    return command;
  }

  /** Returns the path of a file in the data directory that this process may write. */
  Path writable(Path entry, String file) throws IOException {
    return attach(entry).resolve(VolumeStore.DATA).resolve(file);
  }

  /** Returns the directories that form the data directory, the topmost first. */
  List<Path> visibleDirectories(Path entry) throws IOException {
    return List.of(attach(entry).resolve(VolumeStore.DATA));
  }

  /** Called when the entry's database is ready for the first time. */
  Path recordFirstReady(Path entry) throws IOException {
    return entry;
  }

  abstract void detach(Path entry) throws IOException;

  void forceEntry(Path entry) throws IOException {
    Mounts.sync(entry);
  }

  Path moveEntry(Path entry, Path to) throws IOException {
    return Files.move(entry, to, StandardCopyOption.ATOMIC_MOVE);
  }

  abstract void deleteEntry(Path entry) throws IOException;

  final boolean isFrozen(Path entry) throws IOException {
    return !Files.getPosixFilePermissions(content(entry)).contains(PosixFilePermission.OWNER_WRITE);
  }

  /** An overlay shows its golden's files with the new owner anyway. */
  final Path changeOwner(Path entry, RunAs user) throws IOException {
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

  final SortedMap<String, Path> frozenFiles(Path entry) throws IOException {
    if (!isFrozen(entry)) {
      throw new DataPlaneException(entry + " is not frozen");
    }
    attach(entry);
    return LayeredTree.files(visibleDirectories(entry));
  }

  final Path freezeEntry(Path entry) throws IOException {
    if (!isFrozen(entry)) {
      detach(entry);
      context.runAs().disown(content(entry));
      Mounts.sync(content(entry));
      UnflushedMark.remove(entry);
      Files.setPosixFilePermissions(content(entry), FROZEN);
    }
    DurableFile.force(content(entry));
    return entry;
  }

  final Path discard(Path entry) throws IOException {
    Path trash = entries.trash(entry);
    deleteEntry(trash);
    return trash;
  }

  /** Creates the content of a new entry. */
  interface Filling {
    void fill(Path entry) throws IOException;
  }
}
