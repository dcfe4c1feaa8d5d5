package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A PostgreSQL server in a pod, as the source of imports, and the Secret with its credentials. */
public final class SourcePod {
  public static final String SECRET = "source";
  public static final String DATABASE = "shop";
  public static final String USER = "owner";
  public static final String PASSWORD = "of the source";
  private static final String SCRIPT =
      """
      set -e
      export PGHOST=/tmp PGUSER=owner PGPASSWORD='%2$s'
      printf '%%s' "$PGPASSWORD" > /tmp/password
      initdb -D /tmp/data -U owner --auth=scram-sha-256 --pwfile=/tmp/password > /tmp/initdb.log
      echo 'host all all all scram-sha-256' >> /tmp/data/pg_hba.conf
      pg_ctl -D /tmp/data -w -o "-h '' -k /tmp -F" start > /tmp/start.log
      createdb %1$s
      psql -qd %1$s -c "CREATE TABLE items AS SELECT n AS id FROM generate_series(1, 100) n"
      pg_ctl -D /tmp/data -w stop > /tmp/stop.log
      exec postgres -D /tmp/data -h '*' -k /tmp -F
      """;

  private SourcePod() {}

  public static String start(SimulatedCluster cluster, String namespace) {
    putSecret(cluster, namespace);
    cluster.objects().create(ResourceType.POD, "default", pod());
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> Conditions.isTrue(running(cluster), "Ready"));
    return Tree.text(running(cluster), "status", "podIP");
  }

  /** Creates the Secret in another namespace, which can then import from the source too. */
  public static void putSecret(SimulatedCluster cluster, String namespace) {
    cluster.objects().create(ResourceType.SECRET, namespace, secret());
  }

  private static JsonObject running(SimulatedCluster cluster) {
    return cluster.objects().get(ResourceType.POD, "default", SECRET);
  }

  private static JsonObject secret() {
    return Tree.of(
        "metadata", Tree.of("name", SECRET),
        "stringData", Tree.of("username", USER, "password", PASSWORD));
  }

  private static JsonObject pod() {
    JsonObject pod =
        JsonParser.parseString(
                """
                {
                  "metadata": {"name": "source"},
                  "spec": {
                    "securityContext": {"runAsUser": 999, "runAsGroup": 999},
                    "containers": [{
                      "name": "postgres",
                      "image": "postgres:15",
                      "command": ["sh", "-c"],
                      "readinessProbe": {"exec": {"command": ["pg_isready", "-h", "127.0.0.1"]}, "periodSeconds": 10}
                    }]
                  }
                }
                """)
            .getAsJsonObject();
    Tree.objects(pod, "spec", "containers")
        .get(0)
        .getAsJsonArray("command")
        .add(SCRIPT.formatted(DATABASE, PASSWORD));
    return pod;
  }
}
