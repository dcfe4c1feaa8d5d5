package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.file.Path;

/** A folder or file of this machine that a container sees at a path. */
public record Mount(Path source, String target, boolean readOnly) {
  /** The line of a table of mounts, for a container's root. */
  String line(Path root) {
    return "%s %s%s none bind%s,X-mount.mkdir 0 0"
        .formatted(
            escape(source.toString()),
            escape(root.toString()),
            escape(target),
            readOnly ? ",ro" : "");
  }

  private static String escape(String path) {
    return path.replace("\\", "\\134").replace(" ", "\\040");
  }
}
