package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How layers are shown as one directory, at the data directory of the topmost. */
interface OverlayMounts {
  /**
   * A change of a file's time, as it was, has the system copy the file into the empty layer. Runs
   * in a namespace of mounts of its own.
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

  /** What they are called, for people. */
  String description();

  /**
   * Shows the layers to every process, if the server may do that; the topmost takes all changes.
   *
   * @param layers the topmost first
   * @param data the data directory of the topmost
   * @throws dev.goldenrod.port.DataPlaneException when the system refuses
   */
  void mount(List<String> layers, Path data) throws IOException;

  /** Shows the layers as {@link #mount} does, for reading alone. */
  void mountFrozen(List<String> layers, Path data);

  /** Copies all that the one layer has of its own into the other, which is empty. */
  void copyLayer(String layer, String empty);

  /**
   * Copies the data that the layers show together into that of another layer, which is empty: by
   * reflinks where the file system has them.
   *
   * @param layers the topmost first
   */
  void merge(List<String> layers, String empty);

  /** Whether every process sees the layers as one, rather than those of {@link #command} alone. */
  boolean areShownToAll();

  /** Whether a server starts sooner when it finds copies of the files that it writes then. */
  boolean wantsStartupFiles();

  /**
   * The command that runs the given one where the layers are shown, in the same process. While such
   * a process runs, no further command is run on the same topmost layer: it fails.
   */
  List<String> command(List<String> layers, List<String> command);
}
