package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.archive.Platform;
import java.util.List;

/** The platform of a pod's programs. */
public final class PodPlatform {
  private static final String ASK =
      "uname -s; uname -m; getconf GNU_LIBC_VERSION 2> /dev/null || true";

  private PodPlatform() {}

  public static Platform of(EnginePod pod) {
    List<String> told = pod.output(List.of("sh", "-c", ASK)).lines().toList();
    return new Platform(told.get(0), architecture(told.get(1)), told.size() > 2 ? told.get(2) : "");
  }

  private static String architecture(String machine) {
    return machine.equals("x86_64") ? "amd64" : machine;
  }
}
