package dev.goldenrod.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.session.WaitOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RenewalsTest {
  private static final Duration LEASE = Duration.ofMillis(300);

  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  private final List<String> said = new ArrayList<>();

  @Test
  void a_lease_is_renewed_for_as_long_as_its_command_runs() throws InterruptedException {
    try (Renewals renewals = new Renewals(said::add, new Recorded(), LEASE, null)) {
      assertThat(renewals.current()).isEqualTo(LEASE);
      renewals.begin();

      assertThat(List.of(next(), next(), next())).containsOnly("renew PT0.3S");
    }
  }

  @Test
  void when_its_time_is_up_it_is_deleted() throws InterruptedException {
    try (Renewals renewals =
        new Renewals(said::add, new Recorded(), Duration.ofHours(1), Duration.ofMillis(200))) {
      assertThat(renewals.current()).isLessThanOrEqualTo(Duration.ofMillis(200));
      renewals.begin();

      assertThat(next()).isEqualTo("delete");
    }
    assertThat(said).containsExactly("the time of it (--ttl) is up; it is deleted");
  }

  private String next() throws InterruptedException {
    return calls.poll(30, TimeUnit.SECONDS);
  }

  private final class Recorded implements Temporary {
    @Override
    public Login make(Duration lease, WaitOptions waiting) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String path() {
      return "/it";
    }

    @Override
    public void renew(Duration lease) {
      calls.add("renew " + lease);
    }

    @Override
    public void delete() {
      calls.add("delete");
    }

    @Override
    public void dismiss() {
      calls.add("dismiss");
    }

    @Override
    public String toString() {
      return "it";
    }
  }
}
