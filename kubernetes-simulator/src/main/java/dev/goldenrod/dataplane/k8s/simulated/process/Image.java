package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

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

  /** How it can be named whatever its name means by then, as in {@code postgres@sha256:…}. */
  public String byDigest() {
    String digest = UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8)).toString();
    return name.replaceFirst(":[^/]*$", "") + "@sha256:" + digest.replace("-", "").repeat(2);
  }

  /** What a node tells of the image that a container runs in. */
  public String id() {
    return name.contains("/") ? byDigest() : "docker.io/library/" + byDigest();
  }

  String path() {
    return programs.isEmpty() ? SYSTEM : String.join(":", programs) + ":" + SYSTEM;
  }
}
