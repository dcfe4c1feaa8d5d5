package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import java.util.function.BooleanSupplier;

/**
 * A PostgreSQL data directory on the volume of a pod, of a server that was stopped or running when
 * it was copied.
 *
 * @param place below the volume's root
 * @param release the major version of its server
 */
record CopiedDataDirectory(String place, String release) {
  private static final String REFUSED = "refused ";
  private static final String FOUND = "found ";
  private static final int LONGEST_REASON = 500;

  /** Reads only names and two files of known places. */
  private static final String FIND =
      """
      set -eu
      refuse() { echo "refused $1"; exit 0; }
      cd "$1"
      place=
      for control in global/pg_control */global/pg_control */*/global/pg_control */*/*/global/pg_control; do
        [ -f "$control" ] || continue
        [ -z "$place" ] || refuse 'holds more than one PostgreSQL data directory; keep only one'
        place=./${control%global/pg_control}
        place=${place%/}
      done
      [ -n "$place" ] || refuse 'holds no PostgreSQL data directory that can be read: no folder has a global/pg_control'
      case "$place" in
        *[!A-Za-z0-9._/-]*) refuse 'has its data directory under an unusual name; use letters, digits, dots, - and _' ;;
      esac
      [ -z "$(find "$place" -name lost+found -prune -o ! -type f ! -type d -print | head -n 1)" ] || refuse 'has a link in its data directory, and links are not followed; replace the link with its target (for example pg_wal), or move the content of the tablespace to pg_default'
      [ -z "$(ls -A "$place/pg_twophase")" ] || refuse 'has prepared transactions; commit them or roll them back'
      [ ! -e "$place/backup_label" ] || refuse 'is of a base backup that was never started: it has a backup_label; start its server once, or take the snapshot of a running or stopped server'
      for signal in standby recovery; do
        [ ! -e "$place/$signal.signal" ] || refuse "is not recovered yet: it has a $signal.signal; start its server and promote it, or take the snapshot of its primary"
      done
      release=$(head -c 8 "$place/PG_VERSION" | tr -d '\\n')
      case "$release" in
        ''|*[!0-9]*) refuse 'has a PG_VERSION that is not a number; PostgreSQL 13 or newer is needed' ;;
      esac
      state=$(od -An -tu4 -j16 -N4 "$place/global/pg_control" | tr -d ' ')
      case "$state" in
        2|5) refuse 'belongs to a standby; promote it, or take the snapshot of its primary' ;;
      esac
      echo "found $release $place"
      """;

  /**
   * Makes the directory the volume's only content. Another user's files are copied one by one,
   * which needs no space for a second copy.
   */
  private static final String TAKE =
      """
      set -eu
      umask 077
      volume=$1
      new=$volume/.goldenrod
      rm -rf "$new"
      mkdir -p "$new/data"
      cd "$volume/$2"
      find . \\( -name .goldenrod -o -name lost+found \\) -prune -o -type d -exec mkdir -p "$new/data/{}" \\;
      find . \\( -name .goldenrod -o -name lost+found \\) -prune -o -type f -exec sh -euc '
        for file; do
          if [ -O "$file" ]; then
            mv "$file" "$0/$file"
          else
            cp "$file" "$0/$file"
            rm -f "$file"
          fi
        done' "$new/data" {} +
      cd "$volume"
      for other in * .[!.]*; do
        case "$other" in .goldenrod|lost+found) ;; *) rm -rf "./$other" ;; esac
      done
      mv "$new/data" data
      rmdir "$new"
      cd data
      find . -type f -exec chmod u=rw,go= {} +
      find . \\( -name pg_internal.init -o -name postgresql.auto.conf -o -name postmaster.opts \\
        -o -name postmaster.pid -o -name tablespace_map \\) -exec rm -f {} +
      rm -rf pg_replslot/*
      """;

  /**
   * @throws DataPlaneException if there is no usable directory; the message continues a sentence
   *     that begins with the snapshot's name
   */
  static CopiedDataDirectory find(EnginePod pod) {
    String told = pod.output(EnginePod.shell(FIND, volume())).strip();
    if (told.startsWith(REFUSED)) {
      throw new DataPlaneException(told.substring(REFUSED.length()));
    }
    if (!told.startsWith(FOUND)) {
      throw new DataPlaneException("cannot be read: " + told);
    }
    String[] words = told.substring(FOUND.length()).split(" ", 2);
    return new CopiedDataDirectory(words[1], words[0]);
  }

  void take(EnginePod pod, BooleanSupplier cancelled) {
    StringBuilder said = new StringBuilder();
    int exitCode =
        pod.run(
            EnginePod.shell(TAKE, volume(), place),
            new byte[0],
            line -> append(said, line),
            cancelled);
    if (exitCode != 0) {
      throw new DataPlaneException("cannot be taken over: " + said);
    }
  }

  private static void append(StringBuilder said, String line) {
    if (said.length() < LONGEST_REASON) {
      said.append(said.isEmpty() ? "" : "; ").append(line);
    }
  }

  private static String volume() {
    return PodLayout.VOLUME.toString();
  }
}
