package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Copy-on-write volumes: each a directory of the server's user with one named {@link #DATA} in it,
 * which is an engine's data directory and belongs to the user that the engine runs as. What else is
 * in a volume is the server's, and no engine can change it.
 *
 * <p>Names are 1 to 100 of {@code a-z 0-9 -}. A volume exists wholly or not at all: an operation
 * that was killed in the middle left none, and what it left behind is deleted when the store is
 * opened again. Volumes hold no symbolic links that lead out of them. Thread-safe. Every method
 * throws {@link dev.goldenrod.port.DataPlaneException} when the disk is full or the file system
 * refuses, with a message that names the store and its free bytes.
 */
public interface VolumeStore extends AutoCloseable {
  /** The name of the directory that belongs to the engine. */
  String DATA = "data";

  /** What the store is and where, for people. */
  String description();

  /**
   * Makes a writable volume whose data directory is empty, of mode 0700, and belongs to the
   * engines' user; one that exists already is left as it is.
   */
  Path create(String name);

  /**
   * Where the volume's directory is, mounted if need be. It stays there until the volume is renamed
   * or removed.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  Path path(String name);

  /**
   * The command that runs the given one, in the same process, where the volume's data directory is
   * whole. Without it, a process may see no more there than what was written since the volume was
   * cloned. No two such processes run at a time, with the ones that they begin: the second fails.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  List<String> command(String name, List<String> command);

  /**
   * Bytes of the files in the volume's data directory, as its engine sees them; also while one
   * runs.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  long size(String name);

  /**
   * The files and directories of a frozen volume's data directory, by their paths in it, a
   * directory before what is in it.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume, or it is not frozen
   */
  SortedMap<String, Path> files(String golden);

  /**
   * Waits until the volume is on the disk as {@link #create}, {@link #clone} or {@link #copy} made
   * it, after which no power failure takes it away. What an engine writes in it is the engine's to
   * bring there. Others use the volume meanwhile.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  void force(String name);

  /**
   * Whether the volume is frozen.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume, or it is damaged
   */
  boolean isFrozen(String name);

  /**
   * Whether there is no telling what belongs to the volume. Whatever needs that throws; it can be
   * removed all the same.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  boolean isDamaged(String name);

  /**
   * Takes note that the volume's database serves for the first time, so that further clones of the
   * same golden start sooner.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  void served(String name);

  /** Whether there is a volume of that name. */
  boolean exists(String name);

  /**
   * Makes the volume immutable and wholly the server's: no engine can run on it or read it, and
   * clones can be made of it. No process uses it. Its files are on the disk for good when the call
   * returns. Idempotent.
   */
  void freeze(String golden);

  /**
   * Makes a writable copy that shares the golden's blocks; one that exists already is left as it
   * is.
   *
   * @param user whose the copy's data directory is to be
   * @throws dev.goldenrod.port.DataPlaneException when there is no such golden, or it is not frozen
   */
  default Path clone(String golden, String name, RunAs user) {
    return clone(golden, name, user, 0);
  }

  /**
   * Makes a copy as {@link #clone(String, String, RunAs)} does, and limits it where that is
   * possible.
   *
   * @param mib how much the files may take that were made or changed in it, in MiB; 0 for no limit
   */
  Path clone(String golden, String name, RunAs user, int mib);

  /**
   * Limits the clone anew, which was made with a limit, also while its engine runs; without effect
   * where volumes are not limited.
   *
   * @param mib how much the files may take that were made or changed in it, in MiB; 0 for no limit
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  void limit(String name, int mib);

  /** Why no volume is limited here; empty when clones can be. */
  Optional<String> unlimited();

  /**
   * Why the clone, which was made with a limit, may hold more; empty when it may not.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  Optional<String> unlimited(String name);

  /**
   * Makes a writable copy of a volume that is not frozen, which belongs to whom the volume belongs
   * and shares its blocks as far as the file system can; one that exists already is left as it is.
   * No process changes the volume meanwhile.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is no such volume
   */
  void copy(String volume, String name);

  /** Makes the volume's data directory the user's. No process uses it, and it is not frozen. */
  Path give(String name, RunAs user);

  /**
   * Gives the volume another name, atomically, and for good when this returns. No process uses it.
   * Without effect when it was done already: there is none of the old name and one of the new.
   *
   * @throws dev.goldenrod.port.DataPlaneException when there is none of either name, or both
   */
  void rename(String from, String to);

  /**
   * Gives the volume its final name if it was made under another one, of which it was to be rid
   * once it was frozen: then that alone was missing when something came between.
   *
   * @return whether there was a frozen one
   */
  default boolean finish(String made, String name) {
    boolean isComplete = exists(made) && !exists(name) && isFrozen(made);
    if (isComplete) {
      rename(made, name);
    }
    return isComplete;
  }

  /**
   * Removes the volume; without effect when there is none. The name is free at once. Clones of it
   * live on. No process uses it.
   */
  void remove(String name);

  /** The names of all volumes. */
  Set<String> list();

  /** How many bytes can still be written. */
  long freeBytes();

  /** What is used and free of the volumes' file system; empty when it cannot be looked at. */
  Optional<StorageUse> use();

  /** How many bytes stay free for what exists: 1 GiB, or 2 % of all if that is less. */
  long reservedBytes();

  /** Whether nothing new may be begun, because there is no more than what is reserved. */
  default boolean isExhausted() {
    return freeBytes() < reservedBytes();
  }

  /** Leaves everything as it is: databases keep running on the volumes. */
  @Override
  void close();

  /** Removes all volumes, and the store's mounts and images. No process uses them. */
  void purge();
}
