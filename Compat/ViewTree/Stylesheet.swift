/// How boxes look: layout as SwiftUI's, bars, lists and controls as iOS's.
package enum Stylesheet {
    package static let css = #"""
        *{box-sizing:border-box;margin:0;padding:0;-webkit-tap-highlight-color:transparent}
        html,body{height:100%}
        body{background:#1b1b1f;display:flex;align-items:center;justify-content:center;overflow:hidden}
        body.bare{background:none;display:block}
        button,input,textarea{font:inherit;color:inherit;background:none;border:0;outline-offset:2px;text-align:inherit;letter-spacing:inherit}
        #host{position:relative;flex:none}
        .device{position:relative;width:var(--w,393px);height:var(--h,852px);overflow:hidden;background:var(--bg);color:var(--label);
          display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);
          --sat:var(--top,59px);--sab:var(--bottom,34px);--mt:0px;--mb:0px;--ml:0px;--mr:0px;
          --sans:-apple-system,'SF Pro Text',Inter,'Helvetica Neue',Roboto,'DejaVu Sans',Arial,sans-serif;
          --serif:'New York',ui-serif,Georgia,'DejaVu Serif',serif;--rounded:ui-rounded,'SF Pro Rounded',var(--sans);
          --mono:ui-monospace,'SF Mono',Menlo,'DejaVu Sans Mono','Liberation Mono',monospace;
          font:17px/22px var(--sans);-webkit-font-smoothing:antialiased;user-select:none;-webkit-user-select:none;text-align:start}
        body:not(.bare) .device{border-radius:48px;box-shadow:0 0 0 10px #000,0 0 0 12px #444}
        .device,[data-scheme=light]{--bg:#fff;--bg2:#f2f2f7;--cell:#fff;--label:#000;--label2:rgba(60,60,67,.6);--label3:rgba(60,60,67,.3);--label4:rgba(60,60,67,.18);
          --separator:rgba(60,60,67,.29);--accent:#007aff;--fillc:rgba(120,120,128,.16);--card:#fff;--menu:rgba(250,250,252,.86);
          --red:#ff3b30;--orange:#ff9500;--yellow:#ffcc00;--green:#34c759;--mint:#00c7be;--teal:#30b0c7;--cyan:#32ade6;--blue:#007aff;--indigo:#5856d6;--purple:#af52de;--pink:#ff2d55;--brown:#a2845e;--gray:#8e8e93;
          --material-ultrathin:rgba(255,255,255,.44);--material-thin:rgba(255,255,255,.56);--material-regular:rgba(250,250,250,.7);--material-thick:rgba(250,250,250,.84);--material-ultrathick:rgba(250,250,250,.92);--material-bar:rgba(249,249,249,.82);color-scheme:light}
        .device[data-scheme=dark],[data-scheme=dark]{--bg:#000;--bg2:#000;--cell:#1c1c1e;--label:#fff;--label2:rgba(235,235,245,.6);--label3:rgba(235,235,245,.3);--label4:rgba(235,235,245,.18);
          --separator:rgba(84,84,88,.65);--accent:#0a84ff;--fillc:rgba(120,120,128,.32);--card:#1c1c1e;--menu:rgba(40,40,43,.86);
          --red:#ff453a;--orange:#ff9f0a;--yellow:#ffd60a;--green:#30d158;--mint:#63e6e2;--teal:#40c8e0;--cyan:#64d2ff;--blue:#0a84ff;--indigo:#5e5ce6;--purple:#bf5af2;--pink:#ff375f;--brown:#ac8e68;--gray:#8e8e93;
          --material-ultrathin:rgba(37,37,37,.5);--material-thin:rgba(37,37,37,.62);--material-regular:rgba(37,37,37,.76);--material-thick:rgba(37,37,37,.88);--material-ultrathick:rgba(37,37,37,.94);--material-bar:rgba(22,22,23,.84);color-scheme:dark}
        .device[data-contrast=more]{--label2:color-mix(in srgb,var(--label) 80%,transparent);--separator:color-mix(in srgb,var(--label) 50%,transparent)}
        .device>*{grid-area:1/1;min-width:0;min-height:0}
        .device::before{content:"9:41";position:absolute;z-index:60;inset:0 0 auto;height:var(--top);padding:var(--barpad,21px) var(--barside,52px) 0;font:600 var(--barfont,17px)/20px var(--sans);color:var(--label);pointer-events:none;
          background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='78' height='13'%3E%3Cpath d='M0 9h3v4H0zM5 6h3v7H5zM10 3h3v10h-3zM15 0h3v13h-3zM33 12l-2-2.500a3 3 0 0 1 4 0zM28 7a7 7 0 0 1 10 0l-1.300 1.500a5 5 0 0 0-7.400 0zM25 4a11 11 0 0 1 16 0l-1.300 1.500a9 9 0 0 0-13.400 0zM53 3h17v7H53z'/%3E%3Crect x='50.500' y='.5' width='22' height='12' rx='3.500' fill='none' stroke='%23000' stroke-opacity='.4'/%3E%3C/svg%3E") no-repeat right calc(var(--barside,52px) - 14px) top calc(var(--barpad,21px) + 4px)}
        .device[data-scheme=dark]::before{background-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='78' height='13'%3E%3Cpath fill='%23fff' d='M0 9h3v4H0zM5 6h3v7H5zM10 3h3v10h-3zM15 0h3v13h-3zM33 12l-2-2.500a3 3 0 0 1 4 0zM28 7a7 7 0 0 1 10 0l-1.300 1.500a5 5 0 0 0-7.400 0zM25 4a11 11 0 0 1 16 0l-1.300 1.500a9 9 0 0 0-13.400 0zM53 3h17v7H53z'/%3E%3Crect x='50.500' y='.5' width='22' height='12' rx='3.500' fill='none' stroke='%23fff' stroke-opacity='.4'/%3E%3C/svg%3E")}
        .device::after{content:"";position:absolute;z-index:60;bottom:8px;left:calc(50% - 70px);width:140px;height:5px;border-radius:3px;background:var(--label);pointer-events:none}
        #host::before{content:"";position:absolute;z-index:61;top:11px;left:calc(50% - var(--island,126px)/2);width:var(--island,126px);height:37px;border-radius:19px;background:#000;pointer-events:none}
        .screen{padding-top:var(--sat);padding-bottom:var(--sab);display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center;position:relative}
        .row{display:flex;flex-direction:row}
        .col{display:flex;flex-direction:column}
        .box{display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center}
        .box>*{grid-area:1/1}
        .row>*{flex:100000 1 0px;min-width:0;max-width:max-content}
        .row>.rg{flex:none}
        .row>.gw{flex:1 1 0px;max-width:none}
        .row>.spacer{flex:1 1 0px;min-width:var(--min,8px);max-width:none}
        .row>.high{flex-grow:10000000000}.row>.low{flex-grow:1}
        .row>.gh{align-self:stretch}
        .col>*{flex:none;max-width:100%;min-width:0}
        .col>.gw{width:100%}
        .col>.gh{flex:1 1 auto;min-height:0}
        .col>.yh{flex:0 1 auto;min-height:0}.box>.yh{max-height:100%;min-height:0}
        .col:has(>.yh)>.gh{flex-basis:0px}
        .fit>*{align-self:stretch;height:auto!important;min-height:0}
        .col>.scv,.col>.navstack,.col>.tabview,.col>.split,.col>.geometry{flex:1 1 0px}
        .col>.spacer{flex:1 1 0px;min-height:var(--min,8px);min-width:0}
        .box>*,.layer>*{max-width:100%;min-width:0}
        .box>.rg,.col>.rg{max-width:none}
        .box>.gw,.screen>.gw{width:100%}
        .box>.gh,.screen>.gh{align-self:stretch;min-height:0}
        .screen>*{min-width:0;max-width:100%}
        .spacer{min-width:0}
        .box>.spacer{width:100%;align-self:stretch}
        .divider{background:var(--separator);flex:none!important}
        .row>.divider{width:1px;align-self:stretch}
        .col>.divider,.box>.divider{height:1px;width:100%}
        .lazy>.gap{flex:none}
        .col>:not(:first-child),.box>:not(.gh),.row>:not(.gh),.scv>*,.sch>*,.inset>*,.insett>*{--sat:0px;--bleed:0px}
        .col>:not(:last-child),.box>:not(.gh),.row>:not(.gh),.scv>*,.sch>*,.inset>*{--sab:0px}
        .layers{position:relative;isolation:isolate}
        .layer{position:absolute;inset:0;pointer-events:none}
        .layer>*{pointer-events:auto}
        .layer.back{z-index:-1}.layer.front{z-index:1}
        .layer.bleed{top:calc(-1*var(--bleed,var(--sat)));bottom:calc(-1*var(--sab))}
        .ign{--x:0px}.ign.igt{margin-top:calc(-1*var(--sat))}.ign.igb{margin-bottom:calc(-1*var(--sab))}
        .ign.igt>*{--sat:0px}.ign.igb>*{--sab:0px}
        .clip{overflow:hidden}
        .fixh{width:max-content;flex:none!important;max-width:none!important}.fixh>*{max-width:none}
        .fixv{flex:none!important}.row>.fixv:not(.fixh){flex:100000 1 0px!important}.row>.fixv.gw:not(.fixh){flex:1 1 0px!important}
        .ratio{max-width:100%;max-height:100%;overflow:hidden}
        .ratio>*{width:100%!important;height:100%!important}
        .ratio.fit>img{object-fit:contain}.ratio.cover>img{object-fit:cover}
        .ratio.fit:not([style*=aspect]){width:auto;height:auto}
        .positioned{position:relative}.positioned>*{position:absolute;left:var(--x);top:var(--y);transform:translate(-50%,-50%)}
        .scv{overflow:hidden auto;display:flex;flex-direction:column;align-items:center;padding:var(--mt) var(--mr) var(--mb) var(--ml);overscroll-behavior:contain}
        .sch{overflow:auto hidden;display:flex;flex-direction:row;align-items:center;padding:0 var(--mr) 0 var(--ml);scrollbar-width:none}
        .scb{overflow:auto;display:flex}
        .scv>*{flex:none;max-width:100%}.scv>.gw{width:100%}.sch>*{flex:none}
        .scv::-webkit-scrollbar,.sch::-webkit-scrollbar{display:none}.scv{scrollbar-width:none}
        .noscroll{overflow:hidden}
        .text{white-space:pre-wrap;overflow-wrap:anywhere;min-width:0}
        .line1{white-space:pre;overflow:hidden;text-overflow:ellipsis}
        .line1.head{direction:rtl;text-align:left}
        .clamp{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}
        .selectable{user-select:text;-webkit-user-select:text;cursor:text}
        .redacted{color:transparent!important;background:var(--fillc);border-radius:4px}
        .text a{color:var(--accent);text-decoration:none}
        .sym{display:inline-flex;align-items:center;justify-content:center;font-size:17px;line-height:1}
        .sym:not(.fit)::before{content:"";width:0;height:.7em}
        .sym svg{width:1.18em;height:1.18em;fill:none;stroke:currentColor;stroke-width:var(--sw,1.9);stroke-linecap:round;stroke-linejoin:round;display:block;overflow:visible}
        .sym .f{fill:currentColor}.sym .k{stroke:var(--ground,var(--bg));fill:none;stroke-width:2.2}
        .sym.fit svg{width:100%;height:100%}
        .text .sym{vertical-align:baseline}
        .fill{width:100%;height:100%;min-width:0;min-height:0}
        .fill.round{aspect-ratio:1;width:auto;height:auto;max-width:100%;max-height:100%;place-self:center;justify-self:center}
        .row>.fill.round,.col>.fill.round{flex:0 1 auto;max-width:100%}
        .box>.fill.round{width:100%;height:auto}
        svg.path{width:100%;height:100%;display:block;overflow:visible}
        .pic{display:block}.asset{background:var(--fillc);min-width:24px;min-height:24px}
        .button{cursor:pointer;touch-action:manipulation;text-align:start}
        .button:disabled,.off{cursor:default}
        .button:disabled:not([data-press])>*{opacity:.4}
        .button:active:not([data-press]):not(:disabled)>*{opacity:.55}
        :focus-visible{outline:2px solid var(--accent)}
        [data-on~=tap]{cursor:pointer}
        .bordered{background:color-mix(in srgb,var(--tint) 16%,transparent);border-radius:8px;padding:7px 12px}
        .prominent{background:var(--tint);border-radius:8px;padding:7px 12px}
        .bordered.size-large,.prominent.size-large{padding:14px 20px;border-radius:12px}
        .bordered.size-small,.prominent.size-small,.bordered.size-mini,.prominent.size-mini{padding:4px 10px;border-radius:999px}
        [data-border=capsule] .bordered,[data-border=capsule].bordered,[data-border=capsule] .prominent,[data-border=capsule].prominent{border-radius:999px}
        .nohit,.nohit *{pointer-events:none!important}
        .labelbox>.text{min-width:0}
        .rowlabel>.sym{width:28px}
        .toggle{min-height:31px}
        .knob{width:51px;min-width:51px;height:31px;border-radius:16px;background:var(--fillc);position:relative;transition:background .2s}
        .knob::after{content:"";position:absolute;left:2px;top:2px;width:27px;height:27px;border-radius:50%;background:#fff;box-shadow:0 3px 8px rgba(0,0,0,.15);transition:left .2s}
        [aria-checked=true]>.knob{background:var(--tint,var(--green))}[aria-checked=true]>.knob::after{left:22px}
        .nolabel.toggle>:not(.knob){display:none}
        .togglebutton{--tint:var(--accent)}.togglebutton[aria-checked=true]{background:var(--tint);color:#fff}
        .field{width:100%;resize:none;display:block;min-height:22px;user-select:text;-webkit-user-select:text;background:none}
        textarea.field{field-sizing:content;overflow:auto;scrollbar-width:none}
        .field::placeholder,.editor::placeholder{color:var(--prompt,var(--label3));opacity:1}
        .field.rounded{border:1px solid var(--label4);border-radius:6px;padding:6px 8px;background:var(--bg)}
        .editor{width:100%;height:100%;resize:none;padding:8px 5px;background:var(--bg);user-select:text;-webkit-user-select:text}.editor.clear{background:none}
        .slider{width:100%;height:31px;accent-color:var(--accent)}
        .progress .bar{height:4px;width:100%;border-radius:2px;background:linear-gradient(var(--tint,var(--accent)) 0 0) 0/var(--part) 100% no-repeat,var(--fillc)}
        .spinner{width:20px;height:20px;border-radius:50%;border:2.5px solid var(--label4);border-top-color:var(--tint,var(--gray));animation:spin 1s linear infinite}
        .spinner.size-large{width:37px;height:37px}.spinner.size-small,.spinner.size-mini{width:14px;height:14px;border-width:2px}
        @keyframes spin{to{transform:rotate(360deg)}}
        .segments{background:var(--fillc);border-radius:8px;padding:2px;width:100%;min-height:32px;align-items:stretch}
        .segment{border-radius:7px;padding:0 8px;cursor:pointer;min-height:28px}
        .segment .text{font-size:13px!important;line-height:16px!important;font-weight:500;text-align:center}
        .segment[aria-checked=true]{background:var(--bg);box-shadow:0 3px 8px rgba(0,0,0,.12),0 3px 1px rgba(0,0,0,.04)}
        [data-scheme=dark] .segment[aria-checked=true]{background:#636366}
        .pickvalue{color:var(--label2);display:inline-flex;gap:4px;align-items:center}.pickvalue .sym{font-size:12px}
        .picker.box>.pickvalue{color:var(--tint,var(--accent))}
        .picker.row{align-items:center;width:100%}
        .list{background:var(--bg2);display:flex;flex-direction:column;align-items:stretch;gap:0;overflow:hidden auto;padding-bottom:20px;overscroll-behavior:contain}
        .list.clear{background:none}
        .list.plain{background:var(--bg)}.list.plain.clear{background:none}
        .list>*{flex:none}
        .list.insetGrouped{padding:0 16px 24px}.list.insetGrouped>.rows,.list.insetGrouped>.section{margin-top:17px}
        .list.insetGrouped .rows{border-radius:10px;overflow:hidden}
        .list.plain .rows{border-radius:0}.list.grouped>*{margin-top:20px}
        .section{display:flex;flex-direction:column}
        .section>.header{padding:8px 16px 7px;text-transform:uppercase}.section>.footer{padding:7px 16px 0}
        .list.plain .section>.header{position:sticky;top:0;z-index:3;background:var(--bg);text-transform:none}
        .list.plain.clear .section>.header{background:none;position:static}
        .section>.footer .text{font-size:13px;line-height:18px;color:var(--label2)}
        .rows{display:flex;flex-direction:column}
        .listrow{background:var(--cell);min-height:44px;padding:11px 16px;position:relative;width:100%}
        .list.plain .listrow{background:transparent}
        .list.clear .listrow{}
        .listrow.ownpad{min-height:0}
        .listrow:not(:last-child):not(.noline)::after{content:"";position:absolute;left:16px;right:0;bottom:0;height:.5px;background:var(--separator)}
        .listrow.chosen{background:color-mix(in srgb,var(--accent) 18%,var(--cell))}
        .listrow>.button.row,.rowbutton{width:100%}.rowbutton{place-items:center start}
        .navlink{align-items:center;gap:8px;width:100%}.navlink>.chevron{font-size:13px;color:var(--label3)}
        .listrow [data-badge]::after,.listrow[data-badge]::after{content:attr(data-badge);color:var(--label2)}
        .navstack,.tabview{position:relative;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);margin-top:calc(-1*var(--sat));margin-bottom:calc(-1*var(--sab))}
        .tabview{grid-template:minmax(0,1fr) auto/minmax(0,1fr)}
        .navstack>*{grid-area:1/1}.tabview>.tabpane{grid-area:1/1;padding-top:var(--sat);--sab:0px;min-height:0}
        [data-covered]{visibility:hidden;pointer-events:none}
        .navscreen{display:flex;flex-direction:column;background:var(--bg);min-height:0;min-width:0;position:relative;isolation:isolate;overflow:hidden}
        .navscreen>.navbar{flex:none}
        .navscreen>.navbody{flex:1 1 0;min-height:0;padding-bottom:var(--sab);position:relative;z-index:0}
        .navscreen.barless>.navbody{padding-top:var(--sat)}
        .navscreen:not(.barless)>.navbody{--sat:0px;--bleed:240px}.navstack,.split,.tabview,.card{--bleed:initial}
        .navscreen>.navbody>*{min-height:0}
        .navscreen>.toolbar~*{}
        .navscreen:has(>.toolbar)>.navbody{padding-bottom:0;--sab:0px}
        .navbar{padding-top:var(--sat);position:relative;z-index:2;background:var(--material-bar);backdrop-filter:blur(20px)}
        .navbar:not(.large)::after{content:"";position:absolute;left:0;right:0;bottom:0;height:.5px;background:var(--separator)}
        .navbar.large,.navscreen:not([data-scrolled])>.navbar{background:none;backdrop-filter:none}
        .navscreen:not([data-scrolled])>.navbar::after{display:none}
        .barline{display:grid;grid-template-columns:minmax(max-content,1fr) minmax(0,max-content) minmax(max-content,1fr);align-items:center;min-height:44px;padding:0 8px;gap:8px}
        .baritems{display:flex;align-items:center;gap:4px;min-width:0}
        .baritems>*{min-width:0}
        .baritems.trailing{justify-content:flex-end}.baritems.middle{justify-content:center}
        .baritems .button,.baritems .sym.button{min-width:44px;min-height:44px;display:grid;place-items:center;justify-content:center}
        .baritems .sym{font-size:19px}
        .back{color:var(--accent)}
        .bartitle{font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .largetitle{font-size:34px;line-height:41px;font-weight:700;padding:3px 16px 8px}
        .toolbar{display:flex;justify-content:space-between;align-items:center;min-height:49px;padding:0 16px var(--sab);background:var(--material-bar);backdrop-filter:blur(20px);border-top:.5px solid var(--separator)}
        .tabbar{grid-area:2/1;display:flex;justify-content:space-around;padding:6px 0 var(--sab);min-height:calc(49px + var(--sab));background:var(--material-bar);backdrop-filter:blur(20px);border-top:.5px solid var(--separator);position:relative;z-index:5}
        .tab{flex:1;display:flex;justify-content:center;align-items:flex-start;cursor:pointer;min-height:44px;position:relative}
        .tab .labelbox{flex-direction:column;gap:2px!important}.tab .sym{font-size:23px}.tab .text{font-size:10px;line-height:12px}
        .tab .sym svg{width:26px;height:26px}
        .tab[data-badge]::after{content:attr(data-badge);position:absolute;top:-3px;left:calc(50% + 8px);background:var(--red);color:#fff;font-size:12px;line-height:18px;min-width:18px;border-radius:9px;text-align:center;padding:0 5px}
        .split{display:grid;grid-template:minmax(0,1fr)/320px minmax(0,1fr);margin-top:calc(-1*var(--sat));margin-bottom:calc(-1*var(--sab));min-height:0}
        .split[data-columns="1"]{grid-template-columns:minmax(0,1fr)}
        .split>.navscreen+.navscreen{border-inline-start:.5px solid var(--separator)}
        .presentation,.dialog,.menulayer{position:absolute;inset:0;z-index:50;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr)}
        .presentation>*,.dialog>*,.menulayer>*{grid-area:1/1}
        .scrim{background:rgba(0,0,0,.3);position:absolute;inset:0;grid-area:auto!important}
        body.bare *{animation:none!important}.scrim.clear{background:none}
        [data-scheme=dark] .scrim:not(.clear){background:rgba(0,0,0,.5)}
        .card{background:var(--bg);position:relative;min-height:0;overflow:hidden}
        .card.sheet{align-self:end;height:calc(100% - var(--top,59px) - 4px);border-radius:var(--corner,10px) var(--corner,10px) 0 0;--sat:0px;padding-bottom:var(--sab);animation:up .3s ease-out}
        .card.sheet.detent-medium{height:50%}.card.sheet.detent-small{height:32%}
        .card.sheet[data-grab]::before{content:"";position:absolute;top:5px;left:calc(50% - 18px);width:36px;height:5px;border-radius:3px;background:var(--label3);z-index:9}
        .card.cover{padding-top:var(--sat);padding-bottom:var(--sab);animation:up .3s ease-out}
        .card.popover{align-self:end;height:auto;max-height:70%;border-radius:14px;margin:0 12px calc(12px + var(--sab));--sat:0px;--sab:0px}
        .device[data-motion=reduce] *{animation:none!important;transition:none!important}
        .device{container-type:inline-size}
        @container (min-width:700px){
          .card.sheet{width:min(704px,100%);height:min(1024px,86%);justify-self:center;align-self:center;border-radius:var(--corner,10px);padding-bottom:0;--sab:0px}
          .dialog.actionsheet{align-content:center;justify-content:center;grid-template:auto auto/320px;padding:0}
        }
        @keyframes up{from{transform:translateY(60px);opacity:0}}
        .alert{place-items:center}.actionsheet{align-content:end;grid-template:auto auto/minmax(0,1fr);padding:8px 8px var(--sab);gap:8px}
        .actionsheet>.dialogcard{grid-area:1/1}.actionsheet>.cancelcard{grid-area:2/1}
        .dialogcard{position:relative;background:var(--menu);backdrop-filter:blur(24px);border-radius:14px;overflow:hidden}
        .alert>.dialogcard{width:270px}
        .dialoghead{padding:19px 16px;display:flex;flex-direction:column;gap:3px;align-items:center;text-align:center}
        .dialogtitle{font-weight:600;text-align:center}.actionsheet .dialogtitle{font-size:13px;line-height:18px;color:var(--label2)}
        .choices{display:flex;flex-direction:column}.choices>.choice{border-top:.5px solid var(--separator)}
        .dialogcard>.choices:first-child>.choice:first-child{border-top:0}
        .choice{min-height:44px;padding:6px 12px;text-align:center;width:100%}.actionsheet .choice{min-height:57px}.actionsheet .choice .text{font-size:20px;line-height:25px}
        .choice .text{text-align:center}.choice[data-role=cancel] .text{font-weight:600}
        .choice .labelbox .sym{display:none}
        .alert .choices[data-count="2"]{flex-direction:row}.alert .choices[data-count="2"]>.choice+.choice{border-inline-start:.5px solid var(--separator)}
        .menu{position:absolute;min-width:220px;max-width:280px;max-height:70%;overflow:auto;background:var(--menu);backdrop-filter:blur(28px);border-radius:13px;box-shadow:0 8px 40px rgba(0,0,0,.28);z-index:2;top:25%;left:50%;transform:translateX(-50%)}
        .menu.wide{min-width:min(340px,100% - 16px);max-width:min(340px,100% - 16px)}
        .menu>*{width:100%;border-bottom:.5px solid var(--separator)}.menu>:last-child{border-bottom:0}
        .menuitem{min-height:44px;padding:9px 16px;width:100%;justify-items:stretch!important;text-align:start}
        .menuitem .menulabel{flex-direction:row-reverse;justify-content:space-between;width:100%}
        .menuitem.check[aria-checked=true]::after,.menuitem[aria-checked=true]::after{content:"✓";position:absolute;right:14px;font-size:15px}.menuitem{position:relative}
        .submenu{padding-inline-start:32px}.submenu::before{content:"›";position:absolute;left:14px;top:50%;transform:translateY(-52%);font-size:22px;opacity:.5}
        .menugroup{border-bottom:6px solid var(--fillc)}.menugroup>*{width:100%}
        .grid>.gridrow{display:contents}.grid>*{grid-area:auto}.grid .gridrow>*{grid-area:auto}
        .grid>.divider,.grid>:not(.gridrow){grid-column:1/-1}
        .grid .gridrow>.gw{width:100%}
        .geometry>*{align-self:start}
        .hoverable:hover{filter:brightness(1.1)}
        .pulse{animation:pulse var(--pulse,1.8s) ease-in-out infinite alternate}@keyframes pulse{to{opacity:.35}}
        .t-opacity{animation:fade .25s}.t-bottom{animation:up .25s}.t-scale{animation:grow .2s}@keyframes fade{from{opacity:0}}@keyframes grow{from{opacity:0;transform:scale(.9)}}
        .insetbar>*{min-height:0}
        .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        """#
}
