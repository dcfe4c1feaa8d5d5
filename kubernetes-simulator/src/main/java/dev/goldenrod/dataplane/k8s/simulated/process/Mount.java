package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.file.Path;

public record Mount(Path source, String target, boolean readOnly) {
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
