package dev.goldenrod.dataplane.local.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {
  private static final int FIRST = firstOfFourFree();
  private static final PortRange RANGE = new PortRange(FIRST, FIRST + 3);

  @TempDir Path claims;
  private Ports ports;

  @BeforeEach
  void open() {
    ports = new Ports(RANGE, "one", claimsFolder());
  }

  @Test
  void no_port_is_given_out_twice() {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      given.add(ports.reserve());
    }

    assertThat(given).containsExactlyInAnyOrder(FIRST, FIRST + 1, FIRST + 2, FIRST + 3);
    assertThatThrownBy(ports::reserve)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(RANGE.toString());
  }

  @Test
  void a_port_that_was_given_back_is_given_out_again() {
    ports.hold(FIRST);
    ports.hold(FIRST + 1);
    ports.hold(FIRST + 2);
    int last = ports.reserve();

    ports.release(last);

    assertThat(ports.reserve()).isEqualTo(last);
  }

  @Test
  void a_port_that_another_server_gave_out_is_left_to_it() {
    Ports other = new Ports(RANGE, "other", claimsFolder());
    Set<Integer> theirs = Set.of(other.reserve(), other.reserve());

    Set<Integer> ours = Set.of(ports.reserve(), ports.reserve());

    assertThat(ours).doesNotContainAnyElementsOf(theirs);
  }

  @Test
  void a_claim_of_the_first_builds_is_the_data_directorys_own() {
    int port = ports.reserve();
    Ports next = new Ports(RANGE, "one-1a2b", claimsFolder());
    next.hold(port);

    next.release(port);

    Ports other = new Ports(RANGE, "other", claimsFolder());
    assertThat(Stream.generate(other::reserve).limit(4)).contains(port);
  }

  @Test
  void what_a_killed_server_claimed_and_nobody_holds_is_free_for_others() {
    Ports killed = new Ports(RANGE, "killed", claimsFolder());
    Set<Integer> claimed =
        Set.of(killed.reserve(), killed.reserve(), killed.reserve(), killed.reserve());
    Ports restarted = new Ports(RANGE, "killed", claimsFolder());
    restarted.hold(FIRST);
    restarted.hold(FIRST + 1);

    restarted.releaseUnheld();

    assertThat(claimed).contains(FIRST, FIRST + 3);
    assertThat(Set.of(ports.reserve(), ports.reserve()))
        .containsExactlyInAnyOrder(FIRST + 2, FIRST + 3);
  }

  @Test
  void a_port_that_a_program_listens_on_is_not_given_out() throws IOException {
    try (ServerSocket program =
        new ServerSocket(FIRST + 1, 1, InetAddress.getByName("127.0.0.1"))) {
      Set<Integer> given = Set.of(ports.reserve(), ports.reserve(), ports.reserve());

      assertThat(given).doesNotContain(program.getLocalPort());
      assertThat(Ports.isFree(List.of("127.0.0.1"), FIRST + 1)).isFalse();
    }
    assertThat(Ports.isFree(List.of("127.0.0.1"), FIRST + 1)).isTrue();
  }

  @Test
  void a_port_for_a_short_while_is_in_a_range_of_its_own() {
    assertThat(Ports.anyFree()).isBetween(10000, 19999);
  }

  @Test
  void a_port_for_a_short_while_is_not_soon_given_out_again() {
    // The server that got the port may not listen yet.
    assertThat(IntStream.generate(Ports::anyFree).limit(1000)).doesNotHaveDuplicates();
  }

  @Test
  void a_range_is_two_numbers_lowest_first() {
    assertThat(PortRange.parse("20000-20010")).isEqualTo(new PortRange(20000, 20010));
    assertThatThrownBy(() -> PortRange.parse("many"))
        .hasMessageContaining("port range 'many' must be two numbers");
    assertThatThrownBy(() -> PortRange.parse("9-8")).hasMessageContaining("9-8");
  }

  @Test
  void a_claim_that_a_power_loss_emptied_is_nobodys() throws IOException {
    ports.hold(FIRST);
    for (int port = FIRST + 1; port <= FIRST + 3; port++) {
      Files.createFile(claimsFolder().resolve(Integer.toString(port)));
    }

    int given = ports.reserve();

    assertThat(claimsFolder().resolve(Integer.toString(given))).hasContent("one");
  }

  @Test
  void the_folder_of_claims_is_its_users_alone() throws IOException {
    ports.reserve();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(claimsFolder())))
        .isEqualTo("rwx------");
  }

  private static int firstOfFourFree() {
    return IntStream.generate(Ports::anyFree)
        .filter(
            first ->
                IntStream.range(first, first + 4)
                    .allMatch(port -> Ports.isFree(List.of("0.0.0.0"), port)))
        .findFirst()
        .orElseThrow();
  }

  private Path claimsFolder() {
    return claims.resolve("claims");
  }
}
