package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Promotions of databases on real servers, while clients use them. */
@Tag("slow")
class PromotionOnRealServersTest extends RealServersFixture {
  private static final long PAUSE_NANOS = 20_000_000;

  @Test
  void clients_of_the_main_find_the_old_data_or_the_new_and_then_only_the_new() throws Exception {
    create("shop");
    execute("shop", "CREATE TABLE public.which (value text)");
    branch("shop", "trial");
    execute("shop", "INSERT INTO public.which VALUES ('old')");
    execute("trial", "INSERT INTO public.which VALUES ('new')");
    Credentials main = login("shop");
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<List<String>> seen = thread.submit(() -> watch(main, enough));

    control.databases().promote(ada, "trial");
    settled("shop");
    settled("shop-old-1");
    enough.set(true);
    thread.shutdown();

    assertThat(seen.get()).isIn(List.of("old", "new"), List.of("new"));
    assertThat(login("shop")).isEqualTo(main);
    assertThat(query("shop-old-1", "SELECT value FROM public.which")).isEqualTo("old");
  }

  /** Reads with a new connection each time, and returns the values without repetitions. */
  private static List<String> watch(Credentials main, AtomicBoolean enough) {
    List<String> seen = new ArrayList<>();
    while (!enough.get() || !seen.contains("new")) {
      // A connection is a server process, and the promotion needs the processors too.
      LockSupport.parkNanos(PAUSE_NANOS);
      try {
        String value = query(main, "SELECT value FROM public.which");
        if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(value)) {
          seen.add(value);
        }
      } catch (SQLException reconnect) {
        // The promotion closes connections.
      }
    }
    return seen;
  }
}
