package dev.goldenrod.dataplane.k8s;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A snapshot of a volume that Goldenrod has not made. */
record ForeignSnapshot(SimulatedCluster cluster, String namespace) {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** A running server with its data in a folder of the volume. */
  static final String SERVER =
      """
      set -e
      initdb -D /volume/pgdata -U owner --auth=trust > /tmp/initdb.log
      pg_ctl -D /volume/pgdata -w -o "-h 127.0.0.1 -k /tmp" start > /tmp/start.log
      createdb -h /tmp -U owner shop
      psql -h /tmp -U owner -qd shop -c "CREATE TABLE kept AS SELECT 'from elsewhere' AS value" \
        -c "CREATE FUNCTION spoil() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''spoiled''; END'" \
        -c "CREATE EVENT TRIGGER spoil ON ddl_command_start EXECUTE FUNCTION spoil()"
      pg_ctl -D /volume/pgdata -m fast -w stop > /tmp/stop.log
      exec postgres -D /volume/pgdata -h '*' -k /tmp
      """;

  /** A running server whose data was sorted by another ICU release. */
  static final String SORTED_OTHERWISE =
      """
      set -e
      initdb -D /volume/pgdata -U owner --auth=trust > /tmp/initdb.log
      pg_ctl -D /volume/pgdata -w -o "-h 127.0.0.1 -k /tmp" start > /tmp/start.log
      createdb -h /tmp -U owner -T template0 -E UTF8 --locale-provider=icu --icu-locale=en-US shop
      psql -h /tmp -U owner -qd shop -c "CREATE TABLE kept AS SELECT 'from elsewhere' AS value" \
        -c "UPDATE pg_database SET datcollversion = '1.0' WHERE datname = 'shop'"
      pg_ctl -D /volume/pgdata -m fast -w stop > /tmp/stop.log
      exec postgres -D /volume/pgdata -h '*' -k /tmp
      """;

  /** The data directory of a server that never ran, changed by a command. */
  static final String NEVER_STARTED =
      """
      set -e
      initdb -D /volume/pgdata -U owner --auth=trust > /tmp/initdb.log
      cd /volume/pgdata
      %s
      """;

  static final String EMPTY =
      "perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);"
          + " bind(S, sockaddr_in(5432, INADDR_ANY)); listen(S, 5); sleep 600'";

  /**
   * Takes the snapshot while the script runs and listens at port 5432.
   *
   * @param user that owns the data
   * @return the driver's handle
   */
  String take(String name, String script, int user) {
    cluster.objects().create(ResourceType.CLAIM, namespace, claim(name));
    cluster.objects().create(ResourceType.POD, namespace, pod(name, script, user));
    Awaitility.await("the pod of " + name)
        .atMost(PATIENCE)
        .until(
            () ->
                Conditions.isTrue(
                    cluster.objects().get(ResourceType.POD, namespace, name), "Ready"));
    cluster.objects().create(ResourceType.VOLUME_SNAPSHOT, namespace, snapshot(name));
    JsonObject ready =
        Awaitility.await("the snapshot " + name)
            .atMost(PATIENCE)
            .until(
                () -> cluster.objects().get(ResourceType.VOLUME_SNAPSHOT, namespace, name),
                seen -> Tree.flag(seen, "status", "readyToUse"));
    String content = Tree.text(ready, "status", "boundVolumeSnapshotContentName");
    return Tree.text(
        cluster.objects().get(ResourceType.SNAPSHOT_CONTENT, "", content),
        "status",
        "snapshotHandle");
  }

  private static JsonObject claim(String name) {
    return parse(
        """
        {"metadata": {"name": "%s"},
         "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "2Gi"}}}}
        """
            .formatted(name));
  }

  private static JsonObject pod(String name, String script, int user) {
    JsonObject pod =
        parse(
            """
            {
              "metadata": {"name": "%1$s"},
              "spec": {
                "securityContext": {"runAsUser": %2$d, "runAsGroup": %2$d, "fsGroup": %2$d},
                "containers": [{
                  "name": "main",
                  "image": "postgres:15",
                  "command": ["sh", "-c"],
                  "readinessProbe": {"tcpSocket": {"port": 5432}, "periodSeconds": 1},
                  "volumeMounts": [{"name": "volume", "mountPath": "/volume"}]
                }],
                "volumes": [{"name": "volume", "persistentVolumeClaim": {"claimName": "%1$s"}}]
              }
            }
            """
                .formatted(name, user));
    Tree.objects(pod, "spec", "containers").get(0).getAsJsonArray("command").add(script);
    return pod;
  }

  private static JsonObject snapshot(String name) {
    return parse(
        """
        {"metadata": {"name": "%1$s"}, "spec": {"source": {"persistentVolumeClaimName": "%1$s"},
         "volumeSnapshotClassName": "%2$s"}}
        """
            .formatted(name, SimulatedCluster.SNAPSHOT_CLASS));
  }

  private static JsonObject parse(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }
}
