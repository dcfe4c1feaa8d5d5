package dev.goldenrod.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeaseRenewerTest {
  private static final Duration LEASE = Duration.ofMillis(300);

  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private @Nullable RuntimeException problem;

  @Test
  void a_lease_is_renewed_for_as_long_as_its_command_runs() {
    try (LeaseRenewer renewer = new LeaseRenewer(said::add, new Recorded(), LEASE, null)) {
      assertThat(renewer.nextLease()).isEqualTo(LEASE);
      renewer.begin();

      assertThat(List.of(next(), next(), next())).containsOnly("renew PT0.3S");
    }
  }

  @Test
  void a_lease_is_renewed_before_its_database_can_be_used() {
    Terminal terminal = Terminal.ofProcess();
    Target nowhere = new Target("test", URI.create("http://127.0.0.1:1"), "secret", null, false);
    Session session = new Session(terminal, new CommandOptions(), nowhere);
    TemporaryDatabase slow =
        new Recorded() {
          @Override
          Login create(Duration lease, WaitOptions waiting) {
            throw new CliException(ExitCode.TIMED_OUT, "after " + next());
          }
        };

    try (LeaseRenewer renewer = new LeaseRenewer(said::add, slow, LEASE, null)) {
      assertThatThrownBy(
              () -> new RunCommand(terminal).run(session, slow, renewer, List.of("true")))
          .isInstanceOf(CliException.class)
          .hasMessage("after renew " + LEASE);
    }
  }

  @Test
  void when_its_time_is_up_it_is_deleted() {
    try (LeaseRenewer renewer =
        new LeaseRenewer(said::add, new Recorded(), Duration.ofHours(1), Duration.ofMillis(200))) {
      assertThat(renewer.nextLease()).isLessThanOrEqualTo(Duration.ofMillis(200));
      renewer.enforceLimit();

      assertThat(next()).isEqualTo("delete");
    }
    assertThat(said).containsExactly("the --ttl of it has expired; it is deleted");
  }

  @Test
  void a_lease_that_ends_with_its_time_is_not_renewed() {
    List<String> made = new ArrayList<>();
    try (LeaseRenewer renewer =
        new LeaseRenewer(said::add, new Recorded(), LEASE, Duration.ofSeconds(1))) {
      renewer.begin();
      renewer.enforceLimit();
      for (String call = next(); !call.equals("delete"); call = next()) {
        made.add(call);
      }
    }
    assertThat(made.subList(0, made.size() - 1)).containsOnly("renew " + LEASE);
    assertThat(made.get(made.size() - 1)).isNotEqualTo("renew " + LEASE);
  }

  @Test
  void a_renewal_that_failed_is_told_and_tried_again() {
    problem = new IllegalStateException("no room");
    try (LeaseRenewer renewer = new LeaseRenewer(said::add, new Recorded(), LEASE, null)) {
      renewer.begin();

      assertThat(List.of(next(), next())).containsOnly("renew " + LEASE);
    }
    assertThat(said).contains("it was not renewed: no room");
  }

  /** Returns the next call; null if there is none within 30 seconds. */
  private @Nullable String next() {
    try {
      return calls.poll(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private class Recorded extends TemporaryDatabase {
    @Override
    Login create(Duration lease, WaitOptions waiting) {
      throw new UnsupportedOperationException();
    }

    @Override
    String path() {
      return "/it";
    }

    @Override
    void renew(Duration lease) {
      calls.add("renew " + lease);
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    void delete() {
      calls.add("delete");
    }

    @Override
    void dismiss() {
      calls.add("dismiss");
    }

    @Override
    public String toString() {
      return "it";
    }

    @Override
    String deleteCommand() {
      return "delete it";
    }
  }
}
