package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * A store of copy-on-write volumes. A volume is a directory with a subdirectory {@link #DATA},
 * which belongs to the engine's user. Engines cannot change other files in a volume.
 *
 * <p>Names consist of 1 to 100 characters of {@code a-z 0-9 -}. Operations are atomic; leftovers of
 * interrupted ones are deleted when the store is opened again. Volumes contain no symbolic links to
 * the outside. Thread-safe. All methods throw {@link dev.goldenrod.port.DataPlaneException} if the
 * disk is full or the file system refuses, with the store's free space in the message, and, unless
 * stated otherwise, if the volume does not exist.
 */
public interface VolumeStore extends AutoCloseable {
  String DATA = "data";

  String description();

  /** Returns whether a clone shares the data that it has not changed. */
  default boolean isCopyOnWrite() {
    return true;
  }

  /**
   * Creates a writable volume with an empty data directory of mode 0700 that belongs to the engine
   * user. Does nothing if the volume exists.
   */
  Path create(String name);

  /**
   * Returns the volume's directory, mounted if necessary. The path is valid until the volume is
   * renamed or removed.
   */
  Path path(String name);

  /**
   * Wraps the command so that its process sees the complete data directory. Other processes may see
   * only the files written since the volume was cloned. While such a process or one of its children
   * runs, another command for the same volume fails.
   */
  default List<String> command(String name, List<String> command) {
    return command(name, List.of(), command);
  }

  /**
   * Wraps the command as {@link #command(String, List)} does. If only its process sees the complete
   * data directory, files of it are removed before the command starts; otherwise they are not.
   *
   * @param files absolute paths of files or directories in the data directory, which may be missing
   */
  List<String> command(String name, List<String> files, List<String> command);

  /**
   * Returns the path of a file in the data directory that this process may write, while no process
   * uses the volume. Copies the file from the golden first if the volume has no own one and other
   * processes could not see it otherwise. The path may not exist, or be no regular file.
   *
   * @param file path in the data directory
   */
  Path writable(String name, String file);

  /**
   * Returns the size in bytes of the files in the data directory, as an engine sees them; an engine
   * may be running.
   */
  long size(String name);

  /**
   * Returns the content of a frozen volume's data directory by relative path, a directory before
   * its content.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the volume is not frozen
   */
  SortedMap<String, Path> files(String golden);

  /**
   * Flushes the volume, as {@link #create}, {@link #clone} or {@link #copy} made it, to disk. Does
   * not flush what engines write. The volume may be in use.
   */
  void force(String name);

  /**
   * Returns whether the volume is a clone that neither {@link #force} nor {@link #freeze} has
   * flushed. A power failure or a failed flush may have damaged it, also its metadata.
   */
  boolean isUnflushed(String name);

  /** Returns whether the volume is frozen, and throws an exception if it is damaged. */
  boolean isFrozen(String name);

  /** Returns whether the volume's metadata is damaged. A damaged volume can only be removed. */
  boolean isDamaged(String name);

  /**
   * Records that the volume's database is ready for the first time, so that further clones of the
   * same golden start faster.
   */
  void recordFirstReady(String name);

  boolean exists(String name);

  /**
   * Makes the volume immutable and inaccessible to engines, so that clones of it can be made, and
   * flushes it to disk. No process may use it. Idempotent.
   */
  void freeze(String golden);

  /**
   * Creates a writable copy that shares the golden's blocks. Does nothing if the copy exists.
   *
   * @param user the owner of the copy's data directory
   * @throws dev.goldenrod.port.DataPlaneException if the golden is not frozen
   */
  default Path clone(String golden, String name, RunAs user) {
    return clone(golden, name, user, 0);
  }

  /**
   * Creates a copy and limits its size if possible.
   *
   * @param mib the limit in MiB for files created or changed in the copy; 0 for none
   */
  Path clone(String golden, String name, RunAs user, int mib);

  /**
   * Changes the limit of a clone that was created with one; its engine may be running.
   *
   * @param mib the limit in MiB for files created or changed in the clone; 0 for none
   */
  void limit(String name, int mib);

  /** Returns why the store does not support limits, or empty if it does. */
  Optional<String> limitProblem();

  /** Returns why the limit of a clone is not enforced, or empty if it is. */
  Optional<String> limitProblem(String name);

  /** Creates a copy as {@link #copy(String, String, Consumer)} does, of a volume not in use. */
  default void copy(String volume, String name) {
    copy(volume, name, Runnable::run);
  }

  /**
   * Creates a writable copy of a volume that is not frozen, with the same owner, sharing blocks if
   * possible. Does nothing if the copy exists.
   *
   * @param standstill runs the copying of the files, in this thread, while no process changes the
   *     volume
   */
  void copy(String volume, String name, Consumer<Runnable> standstill);

  /** Changes the owner of the data directory of a volume that is neither frozen nor in use. */
  Path changeOwner(String name, RunAs user);

  /**
   * Renames the volume atomically and durably. No process may use it. Does nothing if only the new
   * name exists.
   *
   * @throws dev.goldenrod.port.DataPlaneException if neither name exists, or both
   */
  void rename(String from, String to);

  /**
   * Renames a volume built under a temporary name if it is complete, which means frozen: then only
   * the rename was interrupted.
   *
   * @return whether the volume was renamed
   */
  default boolean renameIfComplete(String made, String name) {
    boolean isComplete = exists(made) && !exists(name) && isFrozen(made);
    if (isComplete) {
      rename(made, name);
    }
    return isComplete;
  }

  /** Removes the volume if it exists; its clones are kept. No process may use it. */
  void remove(String name);

  Set<String> list();

  long freeBytes();

  Optional<StorageUse> use();

  /** Returns the bytes reserved for existing volumes: 1 GiB, or 2 % of the total if less. */
  long reservedBytes();

  /** Returns whether only the reserved space is left, so that no new volumes may be created. */
  default boolean isExhausted() {
    return freeBytes() < reservedBytes();
  }

  /** Volumes stay mounted for running databases. */
  @Override
  void close();

  /** Removes all volumes, mounts and images of the store. No process may use them. */
  void purge();
}
