package dev.goldenrod.server;

import static dev.goldenrod.server.GivenOptions.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.Retention;
import dev.goldenrod.control.Settings;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.quota.Caps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServeSettingsTest {
  @Test
  void what_is_not_given_has_the_documented_default() {
    ServeSettings settings = settings(Map.of());

    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(7878);
    assertThat(settings.dataDir().toString())
        .isEqualTo(
            System.getenv().getOrDefault("HOME", System.getProperty("user.home")) + "/.goldenrod");
    assertThat(settings.store().url()).isEmpty();
    assertThat(settings.dataPlane()).isEqualTo(DataPlaneKind.LOCAL);
    assertThat(settings.adminEmail()).isEqualTo("admin@localhost");
    assertThat(settings.adminToken()).isEmpty();
    assertThat(settings.caps()).isEqualTo(new Caps(10, 100, 20, 100, 100, 1000));
    assertThat(settings.retention())
        .isEqualTo(new Retention(Duration.ofDays(400), Duration.ofDays(90), Duration.ofDays(30)));
  }

  @Test
  void tls_takes_both_files_and_gives_them_to_the_api() {
    ServeSettings given = settings(Map.of(), "--tls-cert", "c.pem", "--tls-key", "k.pem");
    assertThat(given.http(given.tls()).tls())
        .contains(new TlsFiles(Path.of("c.pem"), Path.of("k.pem")));
    assertThat(settings(Map.of()).tls()).isEmpty();
    assertThatThrownBy(() -> settings(Map.of("GOLDENROD_TLS_CERT", "c.pem")))
        .isInstanceOf(UsageException.class)
        .hasMessage("--tls-cert and --tls-key must be used together; pass both or neither");
  }

  @Test
  void names_for_browsers_are_hosts_alone_and_given_to_the_api() {
    ServeSettings given = settings(Map.of(), "--allowed-hosts", "goldenrod.example, [::2]");
    assertThat(given.http(Optional.empty()).allowedHosts())
        .containsExactlyInAnyOrder("goldenrod.example", "[::2]");
    assertThat(settings(Map.of("GOLDENROD_ALLOWED_HOSTS", "a,b")).allowedHosts()).hasSize(2);
    assertThat(settings(Map.of()).allowedHosts()).isEmpty();
    assertThatThrownBy(() -> settings(Map.of(), "--allowed-hosts", "https://goldenrod.example"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("without scheme and port");
  }

  @Test
  void a_certificate_of_our_own_goes_with_no_other_one() {
    assertThat(settings(Map.of(), "--tls-auto").tlsAuto()).isTrue();
    assertThatThrownBy(
            () -> settings(Map.of(), "--tls-auto", "--tls-cert", "c.pem", "--tls-key", "k.pem"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--tls-auto cannot be combined");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "goldenrod.example"})
  void an_api_for_other_machines_without_tls_is_refused_unless_that_is_wanted(String host) {
    assertThatThrownBy(() -> settings(Map.of(), "--host", host))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--host " + host)
        .hasMessageContaining("--tls-auto")
        .hasMessageContaining("--allow-clear-text");
    assertThat(settings(Map.of(), "--host", host, "--allow-clear-text").host()).isEqualTo(host);
    assertThat(settings(Map.of("GOLDENROD_ALLOW_CLEAR_TEXT", "true"), "--host", host).host())
        .isEqualTo(host);
    assertThat(settings(Map.of(), "--host", host, "--tls-auto").host()).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.9", "::1", "localhost"})
  void an_api_for_this_machine_alone_needs_no_tls(String host) {
    assertThat(settings(Map.of(), "--host", host).host()).isEqualTo(host);
  }

  @Test
  void databases_for_other_machines_without_tls_are_refused_unless_that_is_wanted() {
    assertThatThrownBy(() -> settings(Map.of(), "--listen", "0.0.0.0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--listen 0.0.0.0")
        .hasMessageContaining("--database-tls auto");
    assertThatThrownBy(() -> settings(Map.of(), "--advertise-host", "db.example"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--advertise-host db.example");
    String[] wanted = {"--listen", "0.0.0.0", "--database-tls", "auto"};
    assertThat(settings(Map.of(), wanted).local().listen()).isEqualTo("0.0.0.0");
  }

  @Test
  void certificates_of_databases_need_the_way_that_takes_them() {
    assertThatThrownBy(() -> settings(Map.of(), "--database-tls", "cert"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--database-tls cert needs --database-tls-cert and --database-tls-key");
    assertThatThrownBy(() -> settings(Map.of(), "--database-tls-ca", "ca.pem"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("need --database-tls cert, but it is off");
    assertThatThrownBy(() -> settings(Map.of(), "--data-plane", "none", "--database-tls", "auto"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--database-tls auto")
        .hasMessageContaining("--data-plane is none");
  }

  @Test
  void caps_and_retention_reach_the_control_plane() {
    Map<String, String> environment =
        Map.of(
            "GOLDENROD_MAX_DATABASES_PER_USER", "1",
            "GOLDENROD_MAX_DATABASES_PER_ORG", "2",
            "GOLDENROD_MAX_SNAPSHOTS_PER_USER", "3",
            "GOLDENROD_MAX_SNAPSHOTS_PER_ORG", "4",
            "GOLDENROD_IMPORT_RETENTION", "36h");

    Settings told = settings(environment, "--audit-retention", "7d").control();

    assertThat(told.caps()).isEqualTo(new Caps(10, 100, 1, 2, 3, 4));
    assertThat(told.retention())
        .isEqualTo(new Retention(Duration.ofDays(7), Duration.ofHours(36), Duration.ofDays(30)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"23h", "400", "-1d", "long"})
  void a_retention_that_is_no_day_long_is_refused_by_name_and_value(String given) {
    assertThatThrownBy(() -> settings(Map.of("GOLDENROD_TOKEN_RETENTION", given)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--token-retention is '" + given + "'");
  }

  @Test
  void what_is_deleted_is_kept_for_as_long_as_is_asked_for() {
    assertThat(settings(Map.of()).deleteGrace()).isZero();
    assertThat(settings(Map.of("GOLDENROD_DELETE_GRACE", "24h")).control().deleteGrace())
        .isEqualTo(Duration.ofHours(24));
    assertThatThrownBy(() -> settings(Map.of(), "--delete-grace", "-1h"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--delete-grace '-1h' must be a duration");
  }

  @Test
  void orphans_are_kept_for_a_week_unless_something_else_is_asked_for() {
    assertThat(settings(Map.of()).orphanGrace()).isEqualTo(Duration.ofDays(7));
    assertThat(settings(Map.of("GOLDENROD_ORPHAN_GRACE", "12h")).orphanGrace())
        .isEqualTo(Duration.ofHours(12));
    assertThat(settings(Map.of(), "--orphan-grace", "0s").orphanGrace()).isZero();
    assertThatThrownBy(() -> settings(Map.of(), "--orphan-grace", "long"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--orphan-grace 'long' must be a duration");
  }

  @Test
  void an_older_store_is_accepted_by_the_option_alone() {
    assertThat(settings(Map.of("GOLDENROD_ACCEPT_OLDER_STORE", "true")).acceptOlderStore())
        .isFalse();
    assertThat(settings(Map.of(), "--accept-older-store").acceptOlderStore()).isTrue();
  }

  @Test
  void an_option_wins_over_the_environment_and_that_over_the_default() {
    Map<String, String> environment = Map.of("GOLDENROD_PORT", "1111", "GOLDENROD_HOST", "0.0.0.0");

    ServeSettings settings = settings(environment, "--port", "2222", "--allow-clear-text");

    assertThat(settings.port()).isEqualTo(2222);
    assertThat(settings.host()).isEqualTo("0.0.0.0");
  }

  @Test
  void an_empty_variable_counts_as_none() {
    assertThat(settings(Map.of("GOLDENROD_PORT", "")).port()).isEqualTo(7878);
  }

  @Test
  void a_cap_may_be_zero() {
    Map<String, String> environment = Map.of("GOLDENROD_MAX_INSTANCES_PER_USER", "0");

    assertThat(settings(environment).caps().instancesPerUser()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "many", "1.5", "99999999999"})
  void a_cap_that_is_no_count_is_refused_by_name_and_value(String cap) {
    assertThatThrownBy(() -> settings(Map.of("GOLDENROD_MAX_INSTANCES_PER_ORG", cap)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--max-instances-per-org is '" + cap + "'");
  }

  @Test
  void a_short_admin_token_is_refused_and_not_shown() {
    assertThatThrownBy(() -> settings(Map.of("GOLDENROD_ADMIN_TOKEN", "tooshort")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("8 characters")
        .hasMessageContaining("at least 32")
        .hasMessageNotContaining("tooshort");
  }

  @Test
  void a_store_that_is_no_known_database_is_refused_without_its_password() {
    assertThatThrownBy(
            () ->
                settings(Map.of(), "--store-url", "jdbc:mysql://root:hidden@db/x?password=hidden"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("jdbc:mysql://db/x")
        .hasMessageContaining("jdbc:postgresql:")
        .hasMessageNotContaining("hidden");
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 65536, must be from 0 to 65535",
    "--port, -1, must be from 0 to 65535",
    "--volumes, zfs, 'btrfs, rootless-overlay, reflink, xfs-image, overlay, copy'",
    "--listen, 192.0.2.99, is not an address of this machine",
    "--advertise-host, a b, is not a host name or an address",
    "--advertise-host, db:5432/x, is not a host name or an address",
    "--postgres-home, /no/such/folder, is not a directory",
    "--import-root, /no/such/folder, is not a directory"
  })
  void a_bad_option_is_refused_with_the_way_out(String option, String value, String wayOut) {
    assertThatThrownBy(() -> settings(Map.of(), option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(option)
        .hasMessageContaining(value)
        .hasMessageContaining(wayOut);
  }

  @Test
  void no_data_directory_may_be_registered_unless_a_folder_above_it_is_named() {
    assertThat(settings(Map.of()).local().importRoots()).isEmpty();
  }

  @Test
  void import_roots_are_given_one_by_one_or_with_colons_in_the_environment() {
    Map<String, String> environment = Map.of("GOLDENROD_IMPORT_ROOTS", "/usr/lib:/usr/bin");

    assertThat(settings(environment).local().importRoots())
        .containsExactly(Path.of("/usr/lib"), Path.of("/usr/bin"));
    assertThat(
            settings(environment, "--import-root", "/usr", "--import-root", "/etc")
                .local()
                .importRoots())
        .containsExactly(Path.of("/usr"), Path.of("/etc"));
  }

  @Test
  void a_store_is_waited_for_with_as_many_connections_as_asked_for() {
    StoreSettings usual = settings(Map.of("GOLDENROD_STORE_URL", "jdbc:postgresql://db/x")).store();
    assertThat(usual.poolSize()).isEmpty();
    assertThat(usual.patience()).isEqualTo(Duration.ofSeconds(60));

    StoreSettings other =
        settings(
                Map.of("GOLDENROD_STORE_POOL_SIZE", "40", "GOLDENROD_STORE_WAIT", "5m"),
                "--store-url",
                "jdbc:postgresql://db/x")
            .store();
    assertThat(other.poolSize()).hasValue(40);
    assertThat(other.patience()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings(Map.of("GOLDENROD_DRAIN_TIME", "10s")).drainTime())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(settings(Map.of()).drainTime()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--store-pool-size, 0",
    "--store-pool-size, 1001",
    "--store-pool-size, many",
    "--store-wait, long",
    "--drain-time, 10"
  })
  void a_number_or_time_that_is_none_is_refused_by_name_and_value(String option, String value) {
    assertThatThrownBy(
            () -> settings(Map.of(), "--store-url", "jdbc:postgresql://db/x", option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(option + " is '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "--store-user, x, GOLDENROD_STORE_USER",
    "--store-password, x, GOLDENROD_STORE_PASSWORD",
    "--store-pool-size, 5, GOLDENROD_STORE_POOL_SIZE",
    "--store-wait, 5s, GOLDENROD_STORE_WAIT"
  })
  void the_embedded_store_takes_no_options_of_another_one(
      String option, String value, String variable) {
    String refusal = "%s needs --store-url; remove it and %s".formatted(option, variable);
    assertThatThrownBy(() -> settings(Map.of(), option, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(refusal);
    assertThatThrownBy(() -> settings(Map.of(variable, value)))
        .isInstanceOf(UsageException.class)
        .hasMessage(refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "a b@example.com", "@", "a@b@c"})
  void an_admins_address_that_is_none_is_refused_by_name_and_value(String email) {
    assertThatThrownBy(() -> settings(Map.of("GOLDENROD_ADMIN_EMAIL", email)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--admin-email is '" + email + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"db.example.com", "10.0.0.1", "fe80::1%eth0", "[::1]"})
  void clones_may_be_advertised_at_a_host_name_or_an_address(String host) {
    assertThat(
            settings(Map.of(), "--advertise-host", host, "--allow-clear-text")
                .local()
                .advertiseHost())
        .isEqualTo(host);
  }
}
