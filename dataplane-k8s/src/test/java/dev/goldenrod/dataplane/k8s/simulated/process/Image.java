package dev.goldenrod.dataplane.k8s.simulated.process;

import java.util.List;

/**
 * What containers of an image find beside the system's own programs.
 *
 * @param name as containers name it
 * @param programs folders of this machine that stand on the path before the system's
 * @param folders folders of this machine that are visible, read-only, at the same path
 */
public record Image(String name, List<String> programs, List<String> folders) {
  private static final String SYSTEM =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  String path() {
    return programs.isEmpty() ? SYSTEM : String.join(":", programs) + ":" + SYSTEM;
  }
}
