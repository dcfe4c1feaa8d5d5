package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** An engine that is unknown to data planes: its database is a line of text with a password. */
final class StandInEngine implements Engine {
  static final String TYPE = "standin";

  /** A server with requests {@code PASSWORD get}, {@code … set TEXT}, {@code … password NEW}. */
  private static final String SERVER =
      """
      use IO::Socket; my ($data, $conf) = @ARGV; $SIG{CHLD} = 'IGNORE';
      sub slurp { open my $f, '<', $_[0] or return ''; my $l = <$f> // ''; chomp $l; $l }
      sub spew { open my $f, '>', "$_[0].new" or die "$_[0]: $!"; print $f "$_[1]\\n"; close $f;
        rename "$_[0].new", $_[0] or die "$_[0]: $!" }
      my ($address, $port) = split / /, slurp("$conf/listen");
      my $server = IO::Socket::INET->new(LocalAddr => $address, LocalPort => $port, Listen => 5,
        ReuseAddr => 1) or die "could not bind: $!\\n";
      spew("$data/standin.pid", $$);
      while (my $client = $server->accept) {
        my $line = <$client> // ''; chomp $line; my ($password, $verb, $text) = split / /, $line, 3;
        if ($password ne slurp("$data/password")) { print $client "refused\\n" }
        elsif ($verb eq 'get') { print $client slurp("$data/value"), "\\n" }
        else { spew("$data/" . ($verb eq 'set' ? 'value' : 'password'), $text);
          print $client "done\\n" }
        close $client
      }
      """;

  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  /** Returns how often a database refused its own password. */
  int refusals() {
    return refusals.get();
  }

  /** Returns how many sessions of administrators are open. */
  int sessions() {
    return sessions.get();
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public List<String> releases() {
    return List.of("1");
  }

  @Override
  public int defaultPort() {
    return 7000;
  }

  @Override
  public String urlScheme() {
    return TYPE;
  }

  @Override
  public EngineServer server(ServerContext context) {
    return new StandInServer(this, context);
  }

  @Override
  public DatabaseInfo initialise(DataDirectoryContext blank) {
    throw new DataPlaneException("the stand-in has goldens only");
  }

  @Override
  public void warmUp() {}

  static String ask(int port, String request) {
    try (Socket socket = new Socket(EngineServerFactory.LOOPBACK, port);
        PrintStream out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      out.println(request);
      return String.valueOf(in.readLine());
    } catch (IOException e) {
      throw new DataPlaneException("no answer from port " + port, e);
    }
  }

  private record StandInServer(StandInEngine engine, ServerContext context)
      implements EngineServer {
    @Override
    public Login login() {
      return new Login(TYPE, context.info().database(), context.info().user());
    }

    @Override
    public Map<String, String> configuration() {
      return Map.of("listen", context.addresses().get(0) + " " + context.port() + "\n");
    }

    @Override
    public List<String> command() {
      Path data = context.data();
      String perl = context.program().apply("perl");
      return List.of(perl, "-e", SERVER, data.toString(), context.configuration().toString());
    }

    @Override
    public List<String> overrides() {
      return List.of();
    }

    @Override
    public String pidFile() {
      return "standin.pid";
    }

    @Override
    public boolean isReady(List<String> pidFile, BooleanSupplier isPortOpen) {
      return !pidFile.isEmpty();
    }

    @Override
    public Optional<String> readyLine() {
      return Optional.empty();
    }

    @Override
    public boolean failedToBindLoopback(String log) {
      return false;
    }

    @Override
    public StopSignal stopSignal() {
      return StopSignal.TERM;
    }

    @Override
    public StopSignal abortSignal() {
      return StopSignal.KILL;
    }

    @Override
    public void precomputeLogin(String password) {}

    @Override
    public Runnable ensureLogin(int port, String password, boolean isNew) {
      if (isNew) {
        ask(port, "golden password " + password);
      }
      if (ask(port, password + " get").equals("refused")) {
        engine.refusals.incrementAndGet();
        throw new DataPlaneException("the stand-in refuses its password");
      }
      engine.sessions.incrementAndGet();
      return engine.sessions::decrementAndGet;
    }

    @Override
    public void resetLogin(int port, String password) {
      throw new DataPlaneException("the stand-in has no administrator");
    }

    @Override
    public Optional<String> loginProblem(int port, String password) {
      return Optional.empty();
    }

    @Override
    public void checkpoint(int port) {}

    @Override
    public LiveSchema schema(
        int port,
        String password,
        ToolRunner tools,
        UnaryOperator<String> program,
        Deadline deadline) {
      throw new DataPlaneException("the stand-in has no schema");
    }
  }
}
