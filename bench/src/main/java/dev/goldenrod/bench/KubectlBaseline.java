package dev.goldenrod.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Clones made with kubectl, of the same objects as Goldenrod's. */
final class KubectlBaseline implements LaunchBaseline {
  /** As people would in a script: the password goes in on standard input. */
  private static final String LOGIN =
      "IFS= read -r PGPASSWORD; export PGPASSWORD;"
          + " exec psql -qAtX -h 127.0.0.1 -U goldenrod_admin -d postgres -c 'SELECT 1'";

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private final Kubectl kubectl;
  private final CloneManifests manifests;
  private final Map<String, String> clones = new LinkedHashMap<>();

  KubectlBaseline(Kubectl kubectl, CloneManifests manifests) {
    this.kubectl = kubectl;
    this.manifests = manifests;
  }

  @Override
  public double launch(String golden) {
    UUID id = UUID.randomUUID();
    String objects = manifests.render(id);
    clones.put(id.toString(), objects);
    long begin = System.nanoTime();
    kubectl.runWith(objects, "apply", "--server-side", "-f", "-");
    kubectl.run("rollout", "status", "--timeout=120s", "statefulset/db-" + id);
    awaitLogin("db-" + id + "-0", begin + PATIENCE_NANOS);
    return (System.nanoTime() - begin) / 1e6;
  }

  @Override
  public void removeAll() {
    for (String id : List.copyOf(clones.keySet())) {
      kubectl.runWith(clones.get(id), "delete", "--ignore-not-found", "-f", "-");
      clones.remove(id);
    }
  }

  private void awaitLogin(String pod, long end) {
    String password = manifests.adminPassword() + "\n";
    while (!kubectl.succeedsWith(password, "exec", "-i", pod, "--", "sh", "-c", LOGIN)) {
      if (System.nanoTime() > end) {
        throw new BenchFailure("nobody can log in to the clone that was made by hand: " + pod);
      }
    }
  }
}
