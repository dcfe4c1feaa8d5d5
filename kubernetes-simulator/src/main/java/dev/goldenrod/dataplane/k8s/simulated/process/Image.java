package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * An image: directories that its containers see in addition to this machine's programs.
 *
 * @param programs directories of this machine that precede the system's on the {@code PATH}
 * @param folders directories of this machine that are visible, read-only, at the same path
 */
public record Image(String name, List<String> programs, List<String> folders) {
  private static final String SYSTEM =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Returns the name by digest, which stays the same when the tag moves to another image. */
  public String byDigest() {
    String digest = UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8)).toString();
    return name.replaceFirst(":[^/]*$", "") + "@sha256:" + digest.replace("-", "").repeat(2);
  }

  public String id() {
    return name.contains("/") ? byDigest() : "docker.io/library/" + byDigest();
  }

  String path() {
    return programs.isEmpty() ? SYSTEM : String.join(":", programs) + ":" + SYSTEM;
  }
}
