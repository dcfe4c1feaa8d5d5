package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.LaunchScript;
import dev.goldenrod.dataplane.local.process.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Overlays that each process mounts in its own user and mount namespace, which ends with its last
 * process. Other processes see only the topmost layer. Requires Linux 5.11 with unprivileged user
 * namespaces.
 *
 * @param launcher the command prefix that mounts an overlay and turns into a command
 */
record RootlessOverlays(Path folder, int uid, int gid, List<String> launcher)
    implements OverlayMounts {
  /**
   * A lock file in the layer's private folder, which the layer's processes hold from before the
   * mount until the last one exits.
   */
  private static final String LOCK = "private/mounted";

  private static final String NO_MORE_FILES = "--";

  /** Does the same as {@link LaunchScript}, one program after the other. */
  private static final String SHELL_SCRIPT =
      """
      cd "$1" || exit
      exec 9>"$6" || exit
      flock -w 5 9 || { echo "$5 is already mounted: processes use it" >&2; exit 1; }
      mount -t overlay -o "nosuid,nodev,noexec,$4" goldenrod "$5" || exit
      cd "$OLDPWD" || exit
      user=$2 group=$3
      shift 6
      while [ "$1" != -- ]; do rm -rf -- "$1" || exit; shift; done
      shift
      exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
      """;

  private static final List<String> NAMESPACE =
      List.of("unshare", "--user", "--map-root-user", "--mount", "--propagation", "slave", "--");

  /** The launcher of machines without Perl. */
  static final List<String> PROGRAMS =
      Stream.concat(NAMESPACE.stream(), Stream.of("sh", "-c", SHELL_SCRIPT, "overlay")).toList();

  RootlessOverlays(Path folder, int uid, int gid) {
    this(folder, uid, gid, LaunchScript.prefix().orElse(PROGRAMS));
  }

  @Override
  public String description() {
    return "overlays in user namespaces";
  }

  @Override
  public void mount(List<String> layers, Path data) {}

  @Override
  public void mountFrozen(List<String> layers, Path data) {}

  @Override
  public void copyLayer(String layer, String empty, Consumer<Runnable> standstill) {
    List<String> command =
        List.of("cp", "-a", "--reflink=auto", layer + "/data/.", empty + "/data/");
    standstill.accept(() -> Tool.runIn(folder, command));
  }

  @Override
  public void merge(List<String> layers, String empty) {
    List<String> line = new ArrayList<>(NAMESPACE);
    line.addAll(
        List.of(
            "sh",
            "-c",
            MERGE,
            "merge",
            ".",
            empty,
            "userxattr,index=off",
            OverlayMounts.lower(layers)));
    Tool.runIn(folder, line);
  }

  @Override
  public boolean areShownToAll() {
    return false;
  }

  @Override
  public boolean wantsStartupFiles() {
    return true;
  }

  @Override
  public List<String> command(List<String> layers, List<String> command) {
    return command(layers, List.of(), command);
  }

  @Override
  public List<String> command(List<String> layers, List<String> files, List<String> command) {
    String top = layers.get(0) + "/data/data";
    String lower = OverlayMounts.lower(layers.subList(1, layers.size()));
    // Paths are relative to the folder: short, and without characters that need escaping.
    String options =
        "userxattr,index=off,upperdir=%s,workdir=%s/private/work,lowerdir=%s"
            .formatted(top, layers.get(0), lower);
    List<String> line = new ArrayList<>(launcher);
    line.addAll(
        List.of(folder.toString(), Integer.toUnsignedString(uid), Integer.toUnsignedString(gid)));
    line.addAll(List.of(options, top, layers.get(0) + "/" + LOCK));
    line.addAll(files);
    line.add(NO_MORE_FILES);
    line.addAll(command);
    return line;
  }
}
