package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Overlays mounted by root. Files of lower layers are owned by root and shown with the owner of the
 * topmost layer by an id mapping, so that no file has to be changed. Requires perl and Linux 5.19.
 */
record IdMappedOverlays(Path folder) implements OverlayMounts {
  private static final String SCRIPT = Mounts.script("overlay.pl");

  /**
   * Copies from a second mount of the layer, since the overlay covers the layer's data. On that
   * mount, symbolic links of the database's user cannot redirect the copy.
   */
  private static final String COPY_UNCOVERED =
      """
      mount --bind -o ro,nosymfollow "$1/data" "$1/private/lower" || exit
      exec cp -a --reflink=auto "$1/private/lower/." "$2/data/"
      """;

  /**
   * Mounts from a second, uncovered mount of the folder, since overlays on the layers would count
   * as nested, and the kernel stacks at most two overlays.
   */
  private static final String MOUNT_UNCOVERED =
      """
      mount --bind -o ro . "$1/private/lower" || exit
      lower=$PWD/$1/private/lower
      cd "$lower" && mount -t overlay -o "$2" goldenrod "$3"
      result=$?
      umount -l "$lower" && exit $result
      """;

  @Override
  public String description() {
    return "overlays";
  }

  @Override
  public void mount(List<String> layers, Path data) throws IOException {
    List<String> command = new ArrayList<>(List.of("perl", "-w", "-e", SCRIPT));
    command.add(System.getProperty("os.arch"));
    command.add(id(data, "unix:uid"));
    command.add(id(data, "unix:gid"));
    command.addAll(layers);
    Tool.Result result = Tool.tryRunIn(folder, command);
    if (!result.succeeded()) {
      throw new DataPlaneException(
          "cannot mount an overlay on %s: %s".formatted(data, result.output()));
    }
  }

  @Override
  public void mountFrozen(List<String> layers, Path data) {
    // Paths are relative to the folder: short, and without characters that need escaping.
    String options =
        "ro,nosuid,nodev,noexec,redirect_dir=follow,lowerdir=" + OverlayMounts.lower(layers);
    Tool.runIn(
        folder,
        List.of("sh", "-c", MOUNT_UNCOVERED, "mount", layers.get(0), options, data.toString()));
  }

  @Override
  public void copyLayer(String layer, String empty) {
    Tool.runIn(
        folder,
        List.of("unshare", "--mount", "--", "sh", "-c", COPY_UNCOVERED, "copy", layer, empty));
  }

  @Override
  public void merge(List<String> layers, String empty) {
    String options = "nosymfollow,index=off,metacopy=off,redirect_dir=on";
    Tool.runIn(
        folder,
        List.of(
            "unshare",
            "--mount",
            "--",
            "sh",
            "-c",
            "mount --bind -o ro . \"$1\" || exit\n" + MERGE,
            "merge",
            layers.get(0) + "/private/lower",
            empty,
            options,
            OverlayMounts.lower(layers)));
  }

  @Override
  public boolean areShownToAll() {
    return true;
  }

  @Override
  public boolean wantsStartupFiles() {
    return false;
  }

  @Override
  public List<String> command(List<String> layers, List<String> command) {
    return command;
  }

  private static String id(Path data, String attribute) throws IOException {
    return Integer.toUnsignedString(
        (int) Files.getAttribute(data, attribute, LinkOption.NOFOLLOW_LINKS));
  }
}
