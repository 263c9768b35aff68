declare module "virtual:catalogues" {
  type Loader = () => Promise<{ default: Record<string, string | Record<string, string>> }>;
  const catalogues: Record<string, Record<string, Loader>>;
  export default catalogues;
}
