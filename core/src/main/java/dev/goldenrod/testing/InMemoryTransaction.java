package dev.goldenrod.testing;

import dev.goldenrod.port.AnswerRepository;
import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.ClusterRepository;
import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.ImportRepository;
import dev.goldenrod.port.InstanceRepository;
import dev.goldenrod.port.InviteRepository;
import dev.goldenrod.port.OrgRepository;
import dev.goldenrod.port.PoolRepository;
import dev.goldenrod.port.QuotaRepository;
import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.port.TokenRepository;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.UserRepository;
import dev.goldenrod.port.WorkRepository;

/** The repositories of an {@link InMemoryStore}, the same for all its transactions. */
final class InMemoryTransaction implements Transaction {
  private final OrgRepository orgs;
  private final UserRepository users;
  private final TokenRepository tokens;
  private final ClusterRepository clusters;
  private final InviteRepository invites;
  private final QuotaRepository quotas;
  private final GoldenRepository goldens;
  private final SourceRepository sources;
  private final ImportRepository imports;
  private final InstanceRepository instances;
  private final PoolRepository pools;
  private final AuditRepository audit;
  private final AnswerRepository answers;
  private final WorkRepository work;

  InMemoryTransaction(InMemoryJournal journal) {
    InMemoryUsers usersAndTokens = new InMemoryUsers(journal);
    InMemorySources sourcesAndImports = new InMemorySources(journal);
    orgs = new InMemoryOrgs(journal);
    users = usersAndTokens;
    tokens = usersAndTokens.tokens();
    clusters = new InMemoryClusters(journal);
    invites = new InMemoryInvites(journal);
    quotas = new InMemoryQuotas(journal);
    goldens = new InMemoryGoldens(journal);
    sources = sourcesAndImports;
    imports = sourcesAndImports.imports();
    instances = new InMemoryInstances(journal);
    pools = new InMemoryPools(journal);
    audit = new InMemoryAudit(journal);
    answers = new InMemoryAnswers(journal);
    work = new InMemoryWork(journal);
  }

  @Override
  public OrgRepository orgs() {
    return orgs;
  }

  @Override
  public UserRepository users() {
    return users;
  }

  @Override
  public TokenRepository tokens() {
    return tokens;
  }

  @Override
  public ClusterRepository clusters() {
    return clusters;
  }

  @Override
  public InviteRepository invites() {
    return invites;
  }

  @Override
  public QuotaRepository quotas() {
    return quotas;
  }

  @Override
  public GoldenRepository goldens() {
    return goldens;
  }

  @Override
  public SourceRepository sources() {
    return sources;
  }

  @Override
  public ImportRepository imports() {
    return imports;
  }

  @Override
  public InstanceRepository instances() {
    return instances;
  }

  @Override
  public PoolRepository pools() {
    return pools;
  }

  @Override
  public AuditRepository audit() {
    return audit;
  }

  @Override
  public AnswerRepository answers() {
    return answers;
  }

  @Override
  public WorkRepository work() {
    return work;
  }
}
