package dev.goldenrod.bench.kubernetes;

import dev.goldenrod.bench.measure.BenchFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Clones that kubectl creates from the same objects as Goldenrod's. */
final class KubectlBaseline {
  /** The password is passed on standard input, as a careful script would do. */
  private static final String LOGIN =
      "IFS= read -r PGPASSWORD; export PGPASSWORD;"
          + " exec psql -qAtX -h 127.0.0.1 -U goldenrod_admin -d postgres -c 'SELECT 1'";

  /** Not {@code rollout status}, which does not support the StatefulSet's strategy OnDelete. */
  private static final String READY = "--for=jsonpath={.status.readyReplicas}=1";

  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final Kubectl kubectl;
  private final CloneManifests manifests;
  private final int atOnce;
  private final List<UUID> clones = new ArrayList<>();

  /**
   * @param atOnce the number of clones of each launch
   */
  KubectlBaseline(Kubectl kubectl, CloneManifests manifests, int atOnce) {
    this.kubectl = kubectl;
    this.manifests = manifests;
    this.atOnce = atOnce;
  }

  /** Creates the clones, and returns the milliseconds until a login to each succeeded. */
  double launch() {
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(atOnce).toList();
    String objects = objects(ids);
    clones.addAll(ids);
    long begin = System.nanoTime();
    kubectl.runWith(objects, "apply", "--server-side", "-f", "-");
    for (UUID id : ids) {
      String timeout = "--timeout=%ds".formatted(PATIENCE.toSeconds());
      kubectl.run("wait", READY, timeout, "statefulset/db-" + id);
      awaitLogin("db-" + id + "-0", begin + PATIENCE.toNanos());
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  void removeAll() {
    kubectl.runWith(objects(clones), "delete", "--ignore-not-found", "-f", "-");
    clones.clear();
  }

  private String objects(List<UUID> ids) {
    return ids.stream().map(manifests::render).collect(Collectors.joining("\n"));
  }

  private void awaitLogin(String pod, long end) {
    String password = manifests.adminPassword() + "\n";
    while (!kubectl.succeedsWith(password, "exec", "-i", pod, "--", "sh", "-c", LOGIN)) {
      if (System.nanoTime() > end) {
        throw new BenchFailure("cannot log in to the clone that kubectl created: " + pod);
      }
    }
  }
}
