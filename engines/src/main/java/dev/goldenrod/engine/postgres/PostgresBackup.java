package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.OnlineBackup;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * PostgreSQL's online backup with the low-level API. The backup label is only valid with the WAL up
 * to the end of the backup, which a replication slot of the session retains.
 */
record PostgresBackup(ServerContext context, int major) implements OnlineBackup {
  private static final int FIRST_WITH_SHORT_NAMES = 15;

  private static final String BEGIN =
      """
      SELECT pg_create_physical_replication_slot('%1$s', true, true) \\g /dev/null
      SELECT %2$s AS started \\gset
      \\echo begun
      """;

  /** Names each segment by its second byte, as its first may be counted to the one before. */
  private static final String END =
      """
      SELECT lsn AS stopped, %1$s AS label, %2$s AS map FROM %3$s \\gset
      \\echo text backup_label :label
      \\echo text tablespace_map :map
      SELECT 'log pg_wal/' || pg_walfile_name((to_hex(byte >> 32) || '/' || to_hex((byte & 4294967295) + 1))::pg_lsn)
      FROM (SELECT setting::bigint AS bytes FROM pg_settings WHERE name = 'wal_segment_size') segment,
      generate_series(pg_wal_lsn_diff(:'started', '0/0')::bigint / bytes * bytes, pg_wal_lsn_diff(:'stopped', '0/0')::bigint - 1, bytes) byte;
      \\echo ended
      """;

  private static final String CONFIRM =
      "SELECT 'kept' FROM pg_replication_slots WHERE slot_name = '%s' AND active AND restart_lsn IS NOT NULL;\n";

  /** Base64 on one line. */
  private static final String ENCODED =
      "replace(encode(convert_to(coalesce(%s, ''), 'UTF8'), 'base64'), E'\\n', '')";

  private static final String LOG = "pg_wal/[0-9A-F]{24}";
  private static final String COMPLETE =
      """
      set -eu
      cd "$1"
      rm -f postmaster.pid postmaster.opts backup_label tablespace_map
      rm -rf pg_replslot/* pg_wal/archive_status/*
      for log in pg_wal/*; do
        case $log in
          *.history) ;;
          *) [ ! -f "$log" ] || rm -f -- "$log" ;;
        esac
      done
      mv -f -- "$2"/pg_wal/* pg_wal/
      [ ! -f "$2/tablespace_map" ] || mv -f "$2/tablespace_map" tablespace_map
      mv -f "$2/backup_label" backup_label
      if pg_controldata -D . 2>&1 | grep -iq 'CRC checksum does not match'; then
        echo 'global/pg_control was copied while it was written'
      fi
      """;

  @Override
  public Login login(int port, ToolRunner tools, String name) {
    Map<String, String> parameters =
        LibpqService.loopback(context.port(), PostgresLogin.ADMINISTRATION, PostgresLogin.ADMIN);
    parameters.put("options", SessionSettings.OF_ADMIN.on(major).options());
    LibpqService service = LibpqService.write(tools, name, parameters, admin(port).text());
    return new PsqlLogin(service, context.program().apply("psql"));
  }

  private AdminPassword admin(int port) {
    try {
      return PostgresLogin.knownAdmin(port, major, context.files());
    } catch (SQLException e) {
      throw new DataPlaneException("the administrator cannot log in: " + e.getMessage(), e);
    }
  }

  @Override
  public String begin(String id) {
    String start =
        major < FIRST_WITH_SHORT_NAMES
            ? "pg_start_backup('goldenrod', true, false)"
            : "pg_backup_start('goldenrod', true)";
    return BEGIN.formatted(slot(id), start);
  }

  /** Does not wait for WAL archiving. */
  @Override
  public String end() {
    String stop =
        major < FIRST_WITH_SHORT_NAMES ? "pg_stop_backup(false, false)" : "pg_backup_stop(false)";
    return END.formatted(ENCODED.formatted("labelfile"), ENCODED.formatted("spcmapfile"), stop);
  }

  @Override
  public String confirm(String id) {
    return CONFIRM.formatted(slot(id));
  }

  private static String slot(String id) {
    return "goldenrod_" + id;
  }

  @Override
  public Additions additions(List<String> told) {
    List<String> logs = new ArrayList<>();
    List<Text> texts = new ArrayList<>();
    for (String line : told) {
      String[] words = line.split(" ");
      if (words.length == 2 && words[0].equals("log")) {
        logs.add(requireLog(words[1]));
      } else if (words.length == 3 && words[0].equals("text")) {
        texts.add(new Text(words[1], decoded(words[2])));
      }
    }
    if (logs.isEmpty() || texts.stream().noneMatch(text -> text.path().equals("backup_label"))) {
      throw new DataPlaneException("the end of the backup reported no label or no WAL: " + told);
    }
    return new Additions(logs, texts);
  }

  private static String requireLog(String path) {
    if (!path.matches(LOG)) {
      throw new DataPlaneException("'%s' is not a WAL segment".formatted(path));
    }
    return path;
  }

  private static String decoded(String word) {
    return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
  }

  @Override
  public String complete() {
    return COMPLETE;
  }

  /** A psql session whose password is in a file. */
  private record PsqlLogin(LibpqService service, String psql) implements Login {
    @Override
    public List<String> command() {
      List<String> command = new ArrayList<>(List.of("env"));
      service.environment().forEach((name, value) -> command.add(name + "=" + value));
      command.addAll(
          List.of(psql, "-X", "-q", "-A", "-t", "-w", "-v", "ON_ERROR_STOP=1", service.dbname()));
      return command;
    }

    @Override
    public void close() {
      service.close();
    }
  }
}
