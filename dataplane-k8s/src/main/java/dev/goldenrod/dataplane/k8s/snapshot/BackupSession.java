package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A session in backup mode, in the pod of its server. It outlives connections to the pod and the
 * process that began it. After ten minutes without a call of {@link #poll} the session ends, and
 * the server retains nothing for it any more. Thread-safe.
 *
 * @param id letters and digits, unique within the pod
 */
record BackupSession(EnginePod pod, String id) {
  private static final String ID = "goldenrod.dev/backup-session";
  private static final String POD = "goldenrod.dev/backup-pod";
  private static final int ID_DIGITS = 12;
  private static final Duration LONGEST_STEP = Duration.ofSeconds(30);
  private static final Duration UNRENEWED = Duration.ofMinutes(10);
  private static final String CLOSED = "closed";
  private static final String FULL = "full";

  /**
   * Ends the session when less than a twentieth of the volume is free: the server retains WAL
   * during the backup, and crashes without space.
   */
  private static final String BEGIN =
      """
      set -e
      umask 077
      folder=$1; volume=$2; unrenewed=$3; begin=$4; end=$5; confirm=$6
      shift 6
      mkdir -p "$folder"
      has_room() {
        df -Pk "$volume" | {
          read -r header
          read -r disk total used free rest
          [ "$free" -gt $((total / 20)) ]
        }
      }
      await() {
        left=$unrenewed
        until [ -e "$folder/$1" ]; do
          sleep 1
          left=$((left - 1))
          if [ -e "$folder/renewed" ]; then
            rm -f "$folder/renewed"
            left=$unrenewed
          fi
          [ -d "$folder" ] && [ "$left" -gt 0 ] || return 1
          has_room || { : > "$folder/full"; return 1; }
        done
      }
      (
        trap '' HUP
        {
          printf '%s' "$begin"
          await end || exit 0
          printf '%s' "$end"
          await confirm || exit 0
          printf '%s' "$confirm"
          await over
        } | sh -c '
          echo "$$ $(cut -d " " -f 22 "/proc/$$/stat")" > "$0/process"
          exec "$@"' "$folder" "$@" >> "$folder/told" 2>> "$folder/errors"
      ) < /dev/null > /dev/null 2>&1 &
      """;

  /** Compares the start time too, because a restarted container may reuse the process ID. */
  private static final String POLL =
      """
      cd "$1" 2> /dev/null || { echo closed; exit 0; }
      : > renewed
      [ ! -f told ] || cat told
      [ -f process ] || exit 0
      read -r number started < process
      if [ "$(cut -d ' ' -f 22 "/proc/$number/stat" 2> /dev/null)" != "$started" ]; then
        echo closed
        [ ! -e full ] || echo full
        tail -c 1000 errors
      fi
      """;

  private static final String ASK = "[ ! -d \"$1\" ] || : > \"$1/$2\"";
  private static final String REMOVE = "rm -rf -- \"$1\"";

  /**
   * @param lines the lines that the session has printed
   * @param isFull whether it ended because the volume had no room
   * @param errors the end of its standard error
   */
  record State(List<String> lines, boolean isClosed, boolean isFull, String errors) {
    boolean hasPrinted(String word) {
      return lines.contains(word);
    }
  }

  /** Returns a new session, which does not run yet. */
  static BackupSession create(EnginePod pod) {
    String id = UUID.randomUUID().toString().replace("-", "").substring(0, ID_DIGITS);
    return new BackupSession(pod, id);
  }

  /** Returns the session that the snapshot names. */
  static Optional<BackupSession> of(
      DynamicKubernetesObject snapshot, Function<String, EnginePod> pods) {
    return Annotations.of(snapshot, POD)
        .flatMap(
            pod -> Annotations.of(snapshot, ID).map(id -> new BackupSession(pods.apply(pod), id)));
  }

  /** Names the session in a snapshot's metadata. */
  void addTo(V1ObjectMeta snapshot) {
    snapshot.putAnnotationsItem(ID, id).putAnnotationsItem(POD, pod.name());
  }

  /**
   * @param begun waits until the session reports that the server is in backup mode
   */
  void begin(OnlineBackup engine, int port, Runnable begun) {
    try (OnlineBackup.Login login = login(engine, port)) {
      List<String> arguments = new ArrayList<>();
      arguments.add(PodLayout.VOLUME.toString());
      arguments.add(Long.toString(UNRENEWED.toSeconds()));
      arguments.addAll(List.of(engine.begin(id), engine.end(), engine.confirm(id)));
      arguments.addAll(login.command());
      run(BEGIN, arguments);
      begun.run();
    }
  }

  private OnlineBackup.Login login(OnlineBackup engine, int port) {
    try (PodTunnel tunnel = pod.tunnel(port)) {
      return engine.login(tunnel.port(), pod.tools(() -> false), name());
    }
  }

  /** Returns the session's state, and keeps the session open for another ten minutes. */
  State poll() {
    List<String> lines = run(POLL, List.of()).lines().toList();
    int closed = lines.indexOf(CLOSED);
    return closed < 0
        ? new State(lines, false, false, "")
        : new State(
            lines.subList(0, closed),
            true,
            lines.contains(FULL),
            String.join(
                "; ",
                lines.subList(closed + 1, lines.size()).stream()
                    .filter(line -> !line.equals(FULL))
                    .toList()));
  }

  /** Asks the session to end the backup and to print what belongs to the copy. */
  void end() {
    run(ASK, List.of("end"));
  }

  /** Asks the session to confirm that all of that is still there. */
  void confirm() {
    run(ASK, List.of("confirm"));
  }

  /** Closes the session; without effect when it is closed. */
  void close() {
    run(REMOVE, List.of());
  }

  private String run(String script, List<String> arguments) {
    List<String> words = EnginePod.shell(script, PodLayout.SCRATCH.resolve(name()).toString());
    words.addAll(arguments);
    return pod.output(words, LONGEST_STEP);
  }

  private String name() {
    return "backup-" + id;
  }
}
