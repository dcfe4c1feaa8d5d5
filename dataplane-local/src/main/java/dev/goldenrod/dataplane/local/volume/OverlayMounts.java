package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A way to mount layers, always given topmost first, at the topmost one's data directory. */
interface OverlayMounts {
  /**
   * Changing a file's time to its current value makes overlayfs copy the file to the empty upper
   * layer. Runs in a separate mount namespace.
   */
  String MERGE =
      """
      empty=$PWD/$2
      cd "$1" || exit
      mount -t overlay -o "$3,upperdir=$empty/data/data,workdir=$empty/private/work,lowerdir=$4" \
        goldenrod "$empty/private/lower" || exit
      cd "$empty/private/lower" && find . -mindepth 1 -exec touch -a -h {} + || exit
      cd / && umount "$empty/private/lower"
      """;

  /** Returns the layers' data directories as a mount option has them. */
  static String lower(List<String> layers) {
    return layers.stream().map(id -> id + "/data/data").collect(Collectors.joining(":"));
  }

  String description();

  /**
   * Mounts the layers writable for all processes, if the server may mount.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the kernel refuses the mount
   */
  void mount(List<String> layers, Path data) throws IOException;

  /** Mounts the layers read-only. */
  void mountFrozen(List<String> layers, Path data);

  /**
   * Copies a layer into an empty one.
   *
   * @param standstill see {@link VolumeStore#copy(String, String, Consumer)}
   */
  void copyLayer(String layer, String empty, Consumer<Runnable> standstill);

  /** Copies the merged data of the layers into an empty layer, by reflinks where possible. */
  void merge(List<String> layers, String empty);

  /** Returns whether all processes see the merged layers, not only those of {@link #command}. */
  boolean areShownToAll();

  /** Returns whether a server starts faster if copies of its startup files exist already. */
  boolean wantsStartupFiles();

  /**
   * Wraps a command so that its process sees the merged layers. While the process runs, another
   * command on the same topmost layer fails.
   */
  List<String> command(List<String> layers, List<String> command);

  /**
   * Wraps a command as {@link #command(List, List)} does, and removes files of the merged layers
   * first unless all processes see them.
   *
   * @param files absolute paths below the topmost layer's data directory
   */
  default List<String> command(List<String> layers, List<String> files, List<String> command) {
    return command(layers, command);
  }
}
